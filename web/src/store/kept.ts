/** Small things that this device keeps by name. */

import { onDevice } from "./database.ts";

/** What keeps the owner signed in: it came with whoever is here now. */
export const SIGN_IN = "refresh-token";

export async function kept<T>(name: string): Promise<T | undefined> {
  return (await onDevice(held => held.get("things", name))) as T | undefined;
}

/** Everything whose name begins like this. */
export async function keptUnder<T>(prefix: string): Promise<T[]> {
  const range = () => IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  return ((await onDevice(held => held.getAll("things", range()))) ?? []) as T[];
}

export async function keep(name: string, value: unknown): Promise<void> {
  await onDevice(held => held.put("things", value, name));
}

export async function drop(name: string): Promise<void> {
  await onDevice(held => held.delete("things", name));
}
