/** Light or dark, as the owner wants it: kept with the settings, and on this device for before they are read. */

import { effect } from "@preact/signals";
import { prefer, preference, settings } from "./account.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Where this device keeps it; read before the first paint. */
export const THEME_KEY = "theme";

/** Show this theme now, and from the first paint on when the page opens again. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Where the browser keeps nothing, the settings say it a moment later.
  }
}

/** Show what the settings say, wherever they were changed. */
export function followTheme(): void {
  effect(() => {
    if (settings.value === undefined) return;
    const wanted = preference<string>("theme", "system");
    applyTheme(THEMES.find(each => each === wanted) ?? "system");
  });
}

/** Raises Refused, NotReached. */
export async function chooseTheme(theme: Theme): Promise<void> {
  applyTheme(theme);
  await prefer("theme", theme);
}
