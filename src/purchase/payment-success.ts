import { onceParsed, openPurchase } from './page.ts';
import { checkOrder } from './purchase.ts';
import { downloadPath } from './session-id.ts';

/** The script of /payment-success: what the shop knows about the payment the buyer has just come back from. */
const { sessionId, view } = openPurchase(checkOrder);

const nameAfterHeading = (): void => {
  const heading = document.querySelector('main h1');
  if (heading?.textContent) document.title = heading.textContent;
};
onceParsed(() => {
  if (sessionId !== null) {
    document.querySelector('[data-download-link]')?.setAttribute('href', downloadPath(sessionId));
  }
  view.subscribe(nameAfterHeading);
  nameAfterHeading();
});
