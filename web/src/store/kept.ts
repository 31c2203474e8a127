/** Small things that this device keeps by name. */

import { database } from "./database.ts";

export async function kept<T>(name: string): Promise<T | undefined> {
  return (await (await database())?.get("things", name)) as T | undefined;
}

export async function keep(name: string, value: unknown): Promise<void> {
  await (await database())?.put("things", value, name);
}

export async function drop(name: string): Promise<void> {
  await (await database())?.delete("things", name);
}
