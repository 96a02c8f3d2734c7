import { useLayoutEffect, useSyncExternalStore } from 'react';
import { adoptStyles } from '../styles/adopt-styles.ts';
import css from '../styles/promotion-note.css?inline';
import { findCode, forgetCode, onForgotten } from './promotion-code.ts';

/** A line over the page's lower edge, so that it moves nothing. Only Stripe knows whether the code still works. */
export function PromotionNote() {
  const code = useSyncExternalStore(onForgotten, findCode, () => '');
  useLayoutEffect(() => adoptStyles(css), []);
  return (
    <output className="promotion-note" hidden={code === ''}>
      <span>
        Code <strong className="wrap-anywhere">{code}</strong> is saved for checkout.
      </span>
      <button type="button" className="link" onClick={forgetCode}>
        Remove
      </button>
    </output>
  );
}
