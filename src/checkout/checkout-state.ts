/** The checkout that is starting, or null. All buy buttons on a page share it. */
let current: symbol | null = null;
let hasFailed = false;
const listeners = new Set<() => void>();

function setCurrent(checkout: symbol | null): void {
  current = checkout;
  for (const update of listeners) update();
}

export const isCheckoutStarting = (): boolean => current !== null;

/** Returns null if a checkout is already starting. */
export function beginCheckout(): symbol | null {
  if (current !== null) return null;
  const checkout = Symbol('checkout');
  setCurrent(checkout);
  return checkout;
}

/** Does nothing if the page was restored in the meantime and has begun another checkout. */
export function endCheckout(checkout: symbol): void {
  if (current === checkout) setCurrent(null);
}

/** Whether a request from this page has failed. If so, the buttons submit their forms instead. */
export const hasCheckoutFailed = (): boolean => hasFailed;

export function noteCheckoutFailure(): void {
  hasFailed = true;
}

/** The Back button may restore the page from the browser's cache with its buttons still busy. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) setCurrent(null);
}

export function subscribeToCheckout(update: () => void): () => void {
  listeners.add(update);
  addEventListener('pageshow', onPageShow);
  return () => listeners.delete(update);
}
