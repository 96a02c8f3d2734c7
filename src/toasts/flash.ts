/** A message for the next page in this tab. It is shown once. */
export type Flash = {
  readonly title: string;
  readonly message: string;
  readonly next: { readonly label: string; readonly href: string };
};

const FLASH_KEY = 'flash';

/** Returns false if the browser blocks storage. */
export function storeFlash(flash: Flash): boolean {
  try {
    sessionStorage.setItem(FLASH_KEY, JSON.stringify(flash));
    return true;
  } catch {
    return false;
  }
}

/** Returns the stored message and removes it from storage. */
export function takeFlash(): Flash | null {
  try {
    const stored = sessionStorage.getItem(FLASH_KEY);
    sessionStorage.removeItem(FLASH_KEY);
    return JSON.parse(stored ?? 'null') as Flash | null;
  } catch {
    return null;
  }
}
