import type { components } from "./schema.d.ts";

type Schemas = components["schemas"];

export type Todo = Schemas["Todo"];
/** `rolled` is there where the whole todo was read. */
export type TodoRow = Schemas["TodoRow"] & Pick<Todo, "rolled">;
export type Repeat = Schemas["Repeat"];
export type TodoPage = Schemas["TodoPage"];
export type Due = Schemas["Due"];
export type List = Schemas["List"];
export type Settings = Schemas["Settings"];
export type ApiKey = Schemas["Key"];
export type MadeKey = Schemas["MadeKey"];
export type Repository = Schemas["Repository"];
export type Change = Schemas["Change"];
export type Changes = Schemas["Changes"];
export type Problem = Schemas["Problem"];
export type BatchResults = Schemas["BatchResults"];
export type Report = Schemas["Report"];
export type Export = Schemas["Export"];
export type Imported = Schemas["Imported"];
export type Feed = Schemas["Feed"];
export type MadeFeed = Schemas["MadeFeed"];
export type PushSubscriptionKept = Schemas["PushSubscription"];
export type PushSubscriptions = Schemas["PushSubscriptions"];
