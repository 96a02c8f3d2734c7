/** A message that survives one navigation within the tab and is shown once, with a link to the next step. */
export type Flash = {
  readonly title: string;
  readonly message: string;
  readonly next: { readonly label: string; readonly href: string };
};

const FLASH_KEY = 'flash';

/** Stores the message for the next page. Returns whether it could: storage may be off or full. */
export function storeFlash(flash: Flash): boolean {
  try {
    sessionStorage.setItem(FLASH_KEY, JSON.stringify(flash));
    return true;
  } catch {
    return false;
  }
}

/** Returns and removes the message that the previous page stored. */
export function takeFlash(): Flash | null {
  try {
    const stored = sessionStorage.getItem(FLASH_KEY);
    sessionStorage.removeItem(FLASH_KEY);
    return JSON.parse(stored ?? 'null') as Flash | null;
  } catch {
    return null;
  }
}
