import { orderNumber, orderReference } from '../contract/order-number.ts';
import type { PublicOrder } from '../contract/orders.ts';
import type { Check } from './purchase.ts';
import { fill, show } from './show.ts';
import { type PurchaseView, type PurchaseWatch, createPurchaseWatch } from './watch.ts';

declare global {
  interface Window {
    /** The purchase that this page was opened for. */
    purchase: PurchaseWatch;
  }
}

/** What the parts of the page are named by. */
function wordsOf(view: PurchaseView): string[] {
  switch (view.step) {
    case 'checking':
      return ['checking', `after-${view.after}`];
    case 'pending':
      return ['pending', view.watching ? 'watching' : 'stopped'];
    case 'paid':
      return ['paid', view.order.product_type];
    default:
      return [view.step];
  }
}

async function fillIn({ guide_name, stripe_session_id }: PublicOrder): Promise<void> {
  fill('name', guide_name);
  fill('reference', orderReference(stripe_session_id));
  fill('number', await orderNumber(stripe_session_id));
}

/** The script stands in the head, so that its question leaves before the page is read. */
export function onceParsed(work: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', work);
  else work();
}

/**
 * Watches the purchase of the page's address, and shows at each step the parts of the page that are for it. This is
 * the document's own script: what a buyer waits for does not wait for React.
 */
export function openPurchase(check: Check): PurchaseWatch {
  // The question leaves with the first line, before anything is painted.
  const watch = createPurchaseWatch(check);
  void watch.start();
  window.purchase = watch;

  const paint = (): void => {
    const view = watch.view.get();
    document.querySelector('main')?.setAttribute('data-step', view.step);
    if (view.step === 'paid') void fillIn(view.order);
    show(wordsOf(view));
  };
  onceParsed(() => {
    watch.view.subscribe(paint);
    paint();
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-check-again]')) void watch.start();
  });
  return watch;
}
