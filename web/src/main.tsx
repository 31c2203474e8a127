import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/shell.css";
import "./styles/list.css";
import "./styles/rows.css";
import "./styles/todo.css";
import { render } from "preact";
import { App } from "./App.tsx";
import { start } from "./start.ts";

render(<App />, document.getElementById("app") as HTMLElement);
void start();
