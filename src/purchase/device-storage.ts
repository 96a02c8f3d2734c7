/** Returns null if the key is missing or the browser blocks storage. */
export function readFromDevice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Does nothing if the browser blocks storage or has no space left. */
export function saveOnDevice(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The next page will not find the value.
  }
}
