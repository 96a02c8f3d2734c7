/** A message that outlives one navigation within the tab and is shown once. */
export type Flash = { title: string; message: string };

const FLASH_KEY = 'flash';

/** Keeps the message for the next page. Without storage it is lost, and nothing else is. */
export function keepFlash(flash: Flash): void {
  try {
    sessionStorage.setItem(FLASH_KEY, JSON.stringify(flash));
  } catch {
    // Storage is off or full.
  }
}

/** Whether the page before has kept a message. */
export function hasFlash(): boolean {
  try {
    return sessionStorage.getItem(FLASH_KEY) !== null;
  } catch {
    return false;
  }
}

/** Gives the message that the page before has kept, and forgets it. */
export function takeFlash(): Flash | null {
  try {
    const kept = sessionStorage.getItem(FLASH_KEY);
    sessionStorage.removeItem(FLASH_KEY);
    const { title, message }: Partial<Flash> = Object(JSON.parse(kept ?? 'null'));
    return typeof title === 'string' && typeof message === 'string' ? { title, message } : null;
  } catch {
    return null;
  }
}
