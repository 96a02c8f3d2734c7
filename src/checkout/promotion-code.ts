import { promotionCode } from '../contract/promotion-code.ts';

const KEY = 'promotion-code';

const codeInAddress = (): string | null => {
  const code = new URLSearchParams(location.search).get('code');
  return code === null ? null : promotionCode(code);
};

function removeCodeFromAddress(): void {
  const address = new URL(location.href);
  address.searchParams.delete('code');
  history.replaceState(history.state, '', address);
}

/**
 * Moves the code in a link such as `/?code=SPRING` from the address to the tab's session storage.
 * Call it once per page. If the browser blocks storage, the code stays in the address and applies
 * only to this page.
 */
export function capturePromotionCode(): void {
  const code = codeInAddress();
  if (code === null) return;
  try {
    sessionStorage.setItem(KEY, code);
    removeCodeFromAddress();
  } catch {
    // `readPromotionCode` finds the code in the address.
  }
}

/** The promotion code of this visit; '' if there is none. */
export function readPromotionCode(): string {
  try {
    return codeInAddress() ?? sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function forgetPromotionCode(): void {
  removeCodeFromAddress();
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // The code was only in the address.
  }
  dispatchEvent(new Event(KEY));
}

/** Returns a function that ends the subscription. */
export function onPromotionCodeForgotten(update: () => void): () => void {
  addEventListener(KEY, update);
  return () => removeEventListener(KEY, update);
}
