import { useSyncExternalStore } from 'react';
import { findCode, forgetCode, onForgotten } from './promotion-code.ts';

/** A line over the page's lower edge, so that it moves nothing. Only Stripe knows whether the code still works. */
export function PromotionNote() {
  const code = useSyncExternalStore(onForgotten, findCode, () => '');
  return (
    <output className="promotion-note" hidden={code === ''}>
      <span>
        Code <strong className="wrap-anywhere">{code}</strong> is saved for checkout.
      </span>
      <button type="button" className="link min-h-11 shrink-0" onClick={forgetCode}>
        Remove
      </button>
    </output>
  );
}
