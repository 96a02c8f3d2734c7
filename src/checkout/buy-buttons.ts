import { showBusy, showReady } from '../store/early-button.ts';
import type { Store } from '../store/store.ts';
import { checkoutBusy, forgetCheckout, startCheckout } from './checkout.ts';

/**
 * The buy buttons of the page, in the document's own script: a press acts at once, whether or not React is there.
 * What a button reads has one owner: this, until its island (BuyForm.tsx) takes it over.
 */
type BuyButtons = {
  readonly busy: Store<boolean>;
  /** From now on the form's island shows its button, which it renders anew where that is busy. */
  readonly handOver: (form: HTMLFormElement) => void;
};

declare global {
  interface Window {
    buyButtons: BuyButtons;
  }
}

/** What a buy button reads while its checkout is being started. */
export const busyLabel = 'Processing...';

const handedOver = new WeakSet<HTMLFormElement>();

function show(form: HTMLFormElement, isBusy: boolean): void {
  const button = form.querySelector('button');
  if (!button || handedOver.has(form)) return;
  if (isBusy) showBusy(button, busyLabel);
  else showReady(button);
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  const { buy, from } = form.dataset;
  if (!buy) return;
  event.preventDefault();
  void startCheckout(buy, from === 'home' ? 'home' : 'guide');
}

/** To be called once, before the first of them can be pressed. */
export function listenToBuyButtons(): void {
  window.buyButtons = {
    busy: checkoutBusy,
    handOver: (form) => void handedOver.add(form),
  };
  checkoutBusy.subscribe(() => {
    const forms = document.querySelectorAll<HTMLFormElement>('form[data-buy]');
    for (const form of forms) show(form, checkoutBusy.get());
  });
  addEventListener('submit', onSubmit);
  // Back from the payment page, the browser may show this one as it was left: busy.
  addEventListener('pageshow', ({ persisted }) => persisted && forgetCheckout());
}
