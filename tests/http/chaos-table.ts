import type { Failure } from '../shop/proxy.ts';

type Outage = Exclude<Failure, 'none'>;
type Service = 'Redis' | 'Stripe' | 'Blobs';

export type Row = {
  readonly service: Service;
  readonly fault: Outage;
  readonly cells: Readonly<Record<Call, string>>;
  /** In words, for whoever reads the table. */
  readonly sees: string;
  /** Where the order is kept whose webhook comes while the service fails. */
  readonly kept: 'at Stripe' | 'in Redis';
};

const DONE = '200';
const NO_PAYMENTS = '502 payment_unavailable';
const NO_STORE = '503 temporarily_unavailable';
const BREAKS_OFF = '200, then breaks off';

/** Who does what while a service fails; "known" is an order that is recorded, "new" one that is not. */
const ALL_WELL = {
  buys: DONE,
  'returns, order known': DONE,
  'returns, order new': DONE,
  'asks for files, order known': DONE,
  'asks for files, order new': DONE,
  'fetches a file': DONE,
  'webhook of a new order': DONE,
  reconciler: '200, 0 failed',
};

export type Call = keyof typeof ALL_WELL;

const withoutRedis = (fault: Outage): Row => ({
  service: 'Redis',
  fault,
  cells: { ...ALL_WELL, 'webhook of a new order': NO_STORE, reconciler: NO_STORE },
  sees: 'nothing of it: buys, reads that it is paid, and downloads, some seconds later',
  kept: 'at Stripe',
});

const withoutStripe = (fault: Outage): Row => ({
  service: 'Stripe',
  fault,
  cells: {
    ...ALL_WELL,
    buys: NO_PAYMENTS,
    'returns, order new': NO_PAYMENTS,
    'asks for files, order new': NO_PAYMENTS,
    'webhook of a new order': NO_PAYMENTS,
    reconciler: '200, 2 failed',
  },
  sees: '"Payment error" and may try again; whose order is known downloads as always',
  kept: 'at Stripe',
});

const withoutBlobs = (fault: Outage): Row => ({
  service: 'Blobs',
  fault,
  cells: {
    ...ALL_WELL,
    'asks for files, order known': NO_STORE,
    'asks for files, order new': NO_STORE,
    'fetches a file': fault === 'cut' ? BREAKS_OFF : NO_STORE,
  },
  sees: 'that it is paid, and "Please try again in a moment." for the download',
  kept: 'in Redis',
});

/** Every hosted service, failing in every way. `cut` does what was asked and breaks off the answer. */
export const CHAOS: readonly Row[] = [withoutRedis, withoutStripe, withoutBlobs].flatMap((row) =>
  (['refused', 'slow', '429', '500', 'cut'] as const).map((fault) => row(fault)),
);

/** What the shop says with each of these codes. */
export const DETAILS: Readonly<Record<string, string>> = {
  payment_unavailable: 'The payment provider didn’t respond. Please try again.',
  temporarily_unavailable: 'Please try again in a moment.',
};
