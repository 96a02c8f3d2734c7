/** A message that outlives one navigation within the tab and is shown once. */
export type Flash = { title: string; message: string };

/** Its name in session storage. */
export const FLASH_KEY = 'flash';

// The toasts of the page being left may come to life last, and must not take what is for the next.
let isLeaving = false;

function isFlash(value: unknown): value is Flash {
  return (
    typeof value === 'object' &&
    value !== null &&
    'title' in value &&
    'message' in value &&
    typeof value.title === 'string' &&
    typeof value.message === 'string'
  );
}

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
    const value: unknown = kept === null ? null : JSON.parse(kept);
    return isFlash(value) ? value : null;
  } catch {
    return null;
  }
}
