import { useLayoutEffect, useSyncExternalStore } from 'react';
import { adoptStyles } from '../styles/adopt-styles.ts';
import css from '../styles/promotion-note.css?inline';
import href from '../styles/promotion-note.css?url&no-inline';
import {
  capturePromotionCode,
  forgetPromotionCode,
  onPromotionCodeForgotten,
  readPromotionCode,
} from './promotion-code.ts';

if (!import.meta.env.SSR) capturePromotionCode();

/**
 * Covers the bottom of the page, so that nothing moves. Only Stripe knows whether the code is
 * valid.
 */
export function PromotionNote() {
  const code = useSyncExternalStore(onPromotionCodeForgotten, readPromotionCode, () => '');
  useLayoutEffect(() => adoptStyles(css, href), []);
  return (
    <output className="promotion-note" hidden={code === ''}>
      <span>
        Code <strong className="wrap-anywhere">{code}</strong> is saved for checkout.
      </span>
      <button type="button" className="link" onClick={forgetPromotionCode}>
        Remove
      </button>
    </output>
  );
}
