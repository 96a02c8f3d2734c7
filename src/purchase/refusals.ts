import {
  BROKEN_LINK,
  ENDED_ORDERS,
  NO_PURCHASE,
  NO_SESSION,
  UNVERIFIED,
} from '../contract/ended-orders.ts';
import type { PurchaseView } from './use-purchase.ts';

/** What a buyer who is refused can do: find the purchase, check again, write to us, go back to the guides. */
export type NextStep = 'find' | 'check' | 'write' | 'guides';

export type Refusal = {
  readonly heading: string;
  readonly words: string;
  readonly next: NextStep;
};

type Refusals = Readonly<Partial<Record<PurchaseView['step'], Refusal>>>;

const EVERYWHERE: Refusals = {
  'no-session': { ...NO_SESSION, next: 'find' },
  'broken-link': { ...BROKEN_LINK, next: 'find' },
  ...Object.fromEntries(
    ENDED_ORDERS.map(({ status, ...says }) => [status, { ...says, next: 'write' } as const]),
  ),
};

/** On the download page, from where each leads home. */
export const DENIALS: Refusals = {
  ...EVERYWHERE,
  none: { ...NO_PURCHASE, next: 'find' },
  failed: { ...NO_PURCHASE, next: 'guides' },
  unverified: { ...UNVERIFIED, next: 'check' },
};

export const SUCCESS = 'Payment Successful!';

const NOT_YET =
  'We cannot see your order yet. If you have paid, it is safe: check again in a minute, or write to us and we will find it.';

/** On the page after the payment. */
export const UNCONFIRMED: Refusals = {
  ...EVERYWHERE,
  none: { heading: 'No paid order here yet', words: NOT_YET, next: 'check' },
  unverified: { heading: SUCCESS, words: NOT_YET, next: 'check' },
  failed: {
    heading: 'The payment did not go through',
    words:
      'Your bank did not accept it, so nothing was charged. You can try again from the guides.',
    next: 'guides',
  },
};

/** What the next step is called and where it leads; checking again is to open the same page anew. */
export function nextLink(next: NextStep, supportEmail: string): { label: string; href: string } {
  const { pathname, search } = window.location;
  const links = {
    find: { label: 'Find my purchase', href: '/find-purchase' },
    check: { label: 'Check again', href: pathname + search },
    write: { label: 'Write to us', href: `mailto:${supportEmail}` },
    guides: { label: 'Back to the guides', href: '/#guides' },
  };
  return links[next];
}
