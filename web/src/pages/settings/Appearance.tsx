import { useSignal } from "@preact/signals";
import { useWork } from "../../parts/asking.ts";
import { Segmented } from "../../parts/Segmented.tsx";
import { Switch } from "../../parts/Switch.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { prefer, preference } from "../../state/account.ts";
import { announce } from "../../state/notices.ts";
import { chooseTheme, type Theme } from "../../state/theme.ts";
import { Section } from "./Section.tsx";

const THEMES = [
  { value: "system", text: "As the device" },
  { value: "light", text: "Light" },
  { value: "dark", text: "Dark" },
] as const;

/** How the pages look, and whether single keys do something. */
export function Appearance() {
  const theme = useWork();
  const keys = useWork();
  const chosen = useSignal<Theme | undefined>(undefined);
  const turned = useSignal<boolean | undefined>(undefined);
  const choose = (value: Theme) => {
    chosen.value = value;
    void theme.latest(async () => {
      await chooseTheme(value);
      announce("Saved: theme");
    });
  };
  const turn = (on: boolean) => {
    turned.value = on;
    void keys.latest(async () => {
      await prefer("keys", on);
      announce(`Saved: single-key shortcuts are ${on ? "on" : "off"}`);
    });
  };
  return (
    <Section title="Appearance and keys">
      <Segmented
        label="Theme"
        value={(theme.busy.value && chosen.value) || preference<string>("theme", "system")}
        options={THEMES}
        onChoose={value => choose(value as Theme)}
      />
      <Trouble of={theme} />
      <Switch
        label="Single-key shortcuts"
        hint="One key does something wherever no text is typed: q adds a todo, / searches, ? shows them all."
        on={(keys.busy.value ? turned.value : undefined) ?? preference("keys", true)}
        onTurn={turn}
      />
      <Trouble of={keys} />
    </Section>
  );
}
