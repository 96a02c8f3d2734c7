import { promotionCode } from '../contract/promotion-code.ts';

const KEY = 'promotion-code';

/** The address without its code, which is then neither bookmarked nor shared. */
function clearAddress(): void {
  const address = new URL(location.href);
  address.searchParams.delete('code');
  history.replaceState(history.state, '', address);
}

/**
 * The promotion code of this visit, or ''. A link brings it to any page (`?code=SPRING`), and it stays until the tab is
 * closed. If the browser blocks storage, it stays in the address and counts for that page.
 */
export function findCode(): string {
  const inAddress = new URLSearchParams(location.search).get('code');
  const given = promotionCode(inAddress ?? '');
  try {
    if (inAddress !== null) {
      sessionStorage.setItem(KEY, given);
      clearAddress();
    }
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return given;
  }
}

export function forgetCode(): void {
  clearAddress();
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // It was only in the address.
  }
  dispatchEvent(new Event(KEY));
}

export function onForgotten(update: () => void): () => void {
  addEventListener(KEY, update);
  return () => removeEventListener(KEY, update);
}
