import type { Failure } from '../shop/proxy.ts';

type Outage = Exclude<Failure, 'none'>;
type Service = 'Redis' | 'Stripe' | 'Blobs';

/** Who does what while a service fails; "known" is an order that is recorded, "new" one that is not. */
export type Cells = {
  readonly buys: string;
  readonly 'returns, order known': string;
  readonly 'returns, order new': string;
  readonly 'asks for files, order known': string;
  readonly 'asks for files, order new': string;
  readonly 'fetches a file': string;
  readonly 'webhook of a new order': string;
  readonly reconciler: string;
};

export type Row = {
  readonly service: Service;
  readonly fault: Outage;
  readonly cells: Cells;
  /** In words, for whoever reads the table. */
  readonly sees: string;
  /** Where the order is kept whose webhook comes while the service fails. */
  readonly kept: 'at Stripe' | 'in Redis';
};

const DONE = '200';
const NO_PAYMENTS = '502 payment_unavailable';
const NO_STORE = '503 temporarily_unavailable';
const BREAKS_OFF = '200, then breaks off';

const ALL_WELL: Cells = {
  buys: DONE,
  'returns, order known': DONE,
  'returns, order new': DONE,
  'asks for files, order known': DONE,
  'asks for files, order new': DONE,
  'fetches a file': DONE,
  'webhook of a new order': DONE,
  reconciler: '200, 0 failed',
};

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

const FAULTS = ['refused', 'slow', '429', '500', 'cut'] as const;

/** Every hosted service, failing in every way. `cut` does what was asked and breaks off the answer. */
export const CHAOS: readonly Row[] = [
  ...FAULTS.map(withoutRedis),
  ...FAULTS.map(withoutStripe),
  ...FAULTS.map(withoutBlobs),
];

/** What the shop says with each of these codes. */
const WORDS = {
  payment_unavailable: 'The payment provider did not answer. Please try again.',
  temporarily_unavailable: 'Please try again in a moment.',
};
export const DETAILS: Readonly<Record<string, string>> = WORDS;

type Shown = {
  readonly cell: keyof Cells;
  readonly answer: string;
  readonly title: string;
  readonly words: string;
};

const FILE_FAILED = 'Failed to download guide-1.pdf. Please try again.';

/** What a parent reads on the page for every cell that is not as on a good day. */
export const SHOWN: readonly Shown[] = (
  [
    [
      'buys',
      NO_PAYMENTS,
      'Payment error',
      'There was an error processing your payment. Please try again.',
    ],
    [
      'returns, order new',
      NO_PAYMENTS,
      'Verification failed',
      'Unable to verify your purchase. Please contact support.',
    ],
    ['asks for files, order new', NO_PAYMENTS, 'Download Error', WORDS.payment_unavailable],
    ['asks for files, order new', NO_STORE, 'Download Error', WORDS.temporarily_unavailable],
    ['asks for files, order known', NO_STORE, 'Download Error', WORDS.temporarily_unavailable],
    ['fetches a file', NO_STORE, 'Download Failed', FILE_FAILED],
    ['fetches a file', BREAKS_OFF, 'Download Failed', FILE_FAILED],
  ] as const
).map(([cell, answer, title, words]) => ({ cell, answer, title, words }));

/** Cells that no parent ever meets. */
const BEHIND = new Set(['webhook of a new order', 'reconciler']);

/** Every pair of a cell and an answer, other than a good day's, that a parent meets in the table. */
export const MET: ReadonlySet<string> = new Set(
  CHAOS.flatMap(({ cells }) =>
    Object.entries(cells)
      .filter(([cell, answer]) => !BEHIND.has(cell) && answer !== DONE)
      .map(([cell, answer]) => `${cell}: ${answer}`),
  ),
);
