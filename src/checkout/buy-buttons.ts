import { showBusy, showReady } from '../store/early-button.ts';
import { checkoutBusy, forgetCheckout, startCheckout } from './checkout.ts';

/** What a buy button reads while its checkout is being started. */
const BUSY_LABEL = 'Processing...';

function show(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('form[data-buy] button')) {
    if (checkoutBusy.get()) showBusy(button, BUSY_LABEL);
    else showReady(button);
  }
}

function onSubmit(event: SubmitEvent): void {
  const { buy, from } = (event.target as HTMLFormElement).dataset;
  if (!buy) return;
  event.preventDefault();
  void startCheckout(buy, from === 'home' ? 'home' : 'guide');
}

/** To be called once, before the first of them can be pressed: a press acts at once. */
export function listenToBuyButtons(): void {
  checkoutBusy.subscribe(show);
  addEventListener('submit', onSubmit);
  // Back from the payment page, the browser may show this one as it was left: busy.
  addEventListener('pageshow', ({ persisted }) => persisted && forgetCheckout());
}
