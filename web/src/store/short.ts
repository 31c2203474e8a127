/** A few short texts that have to be there at once, or written while the page goes. */

export function readShort(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Answers whether it is kept: a browser may keep nothing, or no more. */
export function writeShort(name: string, text: string): boolean {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

export function dropShort(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // What is not kept need not be dropped.
  }
}

export function shortNames(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
