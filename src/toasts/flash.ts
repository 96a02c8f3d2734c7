/** A message that outlives one navigation within the tab and is shown once, with the next step. */
export type Flash = {
  readonly title: string;
  readonly message: string;
  readonly next: { readonly label: string; readonly href: string };
};

const FLASH_KEY = 'flash';

/** Keeps the message for the next page. Without storage it is lost, and nothing else is. */
export function keepFlash(flash: Flash): void {
  try {
    sessionStorage.setItem(FLASH_KEY, JSON.stringify(flash));
  } catch {
    // Storage is off or full.
  }
}

/** Gives the message that the page before has kept, and forgets it. */
export function takeFlash(): Flash | null {
  try {
    const kept = sessionStorage.getItem(FLASH_KEY);
    sessionStorage.removeItem(FLASH_KEY);
    return JSON.parse(kept ?? 'null') as Flash | null;
  } catch {
    return null;
  }
}
