/** A message that outlives one navigation within the tab and is shown once. */
export type Flash = { title: string; message: string };

/** Its name in session storage. */
export const FLASH_KEY = 'flash';

// The toasts of the page being left may come to life last, and must not take what is for the next.
let isLeaving = false;

/** Keeps the message for the next page. Without storage it is lost, and nothing else is. */
export function keepFlash(flash: Flash): void {
  isLeaving = true;
  try {
    sessionStorage.setItem(FLASH_KEY, JSON.stringify(flash));
  } catch {
    // Storage is off or full.
  }
}

/** Gives the message that the page before has kept, and forgets it. */
export function takeFlash(): Flash | null {
  if (isLeaving) return null;
  try {
    const kept = sessionStorage.getItem(FLASH_KEY);
    sessionStorage.removeItem(FLASH_KEY);
    const { title, message }: Partial<Flash> = Object(JSON.parse(kept ?? 'null'));
    return typeof title === 'string' && typeof message === 'string' ? { title, message } : null;
  } catch {
    return null;
  }
}
