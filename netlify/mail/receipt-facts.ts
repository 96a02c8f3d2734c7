import type { Facts } from '../orders/facts.ts';

/**
 * What the mail service tells of a mail, by the last word of its fact's name. Of several the last in this list
 * counts, in whatever order they came: a mail server may take a mail and send it back later.
 */
const NEWS = ['delayed', 'delivered', 'failed', 'suppressed', 'bounced', 'complained'] as const;
export type News = (typeof NEWS)[number];

type End = 'sent' | 'refused' | 'unsure';

const LOST: ReadonlySet<End | News> = new Set([
  'refused',
  'failed',
  'suppressed',
  'bounced',
] as const);

/** Whether a mail of which this is told has not reached its reader. */
export const meansLost = (is: End | News): boolean => LOST.has(is);

export type Told<Is extends string = End | News> = {
  readonly is: Is;
  /** Unix time in seconds. */
  readonly at: number;
  /** The mail's id, or the reason. */
  readonly detail: string;
};

/** A receipt that was sent, or was to be. */
export type Receipt = {
  /** 0 for the order's own; the owner's copies are counted from 1. */
  readonly copy: number;
  /** Whether it went to the address that Stripe has. */
  readonly isOwn: boolean;
  /** How sending it ended. */
  readonly end: Told<End> | null;
  readonly news: readonly Told<News>[];
};

/** The fact of how sending ended, and the beginning of the names of what is told of it later. */
export const receiptFact = (copy: number): string =>
  copy === 0 ? 'mail:receipt' : `mail:again:${copy}`;

const NAME = /^mail:(?:receipt|again:(?<copy>\d+))(?::(?<news>\w+))?$/;

const isNews = (word: string): word is News => NEWS.some((one) => one === word);

const toldOf = <Is extends string>(is: Is, [at, ...detail]: readonly string[]): Told<Is> => ({
  is,
  at: Number(at),
  detail: detail.join(' '),
});

/** The order's receipts, its own first. What is only told of later counts too: an answer may be lost. */
export const receiptsIn = (facts: Facts): Receipt[] => {
  const found = new Map<number, Receipt>();
  for (const [name, value] of Object.entries(facts)) {
    const { copy: n = '0', news } = NAME.exec(name)?.groups ?? {};
    if (!NAME.test(name) || (news !== undefined && !isNews(news))) continue;
    const copy = Number(n);
    const known = found.get(copy) ?? { copy, isOwn: true, end: null, news: [] };
    const words = value.split(' ');
    if (news !== undefined) {
      const told = [...known.news, toldOf(news, words)];
      found.set(copy, {
        ...known,
        news: told.sort((a, b) => NEWS.indexOf(a.is) - NEWS.indexOf(b.is)),
      });
      continue;
    }
    const [is, at = '', ...rest] = words;
    const isOwn = copy === 0 || rest.shift() === 'own';
    const end = toldOf(is === 'sent' || is === 'refused' ? is : 'unsure', [at, ...rest]);
    found.set(copy, { ...known, isOwn, end });
  }
  return [...found.values()].sort((a, b) => a.copy - b.copy);
};

/** What was told of the order's other mails. */
export const otherNews = (facts: Facts): Told<News>[] =>
  Object.entries(facts).flatMap(([name, value]) => {
    const [kind, , news = '', more] = name.split(':');
    const isOther = kind === 'mail' && more === undefined && !NAME.test(name);
    return isOther && isNews(news) ? [toldOf(news, value.split(' '))] : [];
  });

/** What counts of all that is known of a receipt. */
export const lastWord = ({ end, news }: Receipt) => news.at(-1) ?? end;

/** The one that was sent last; undefined where none was. */
export const lastReceipt = (facts: Facts): Receipt | undefined => receiptsIn(facts).at(-1);

/** Whether the last of them has not reached its reader, as far as is known. */
export const isLost = (facts: Facts): boolean => {
  const last = lastReceipt(facts);
  const word = last && lastWord(last);
  return word !== undefined && word !== null && LOST.has(word.is);
};

/** The number of the owner's next copy. */
export const nextCopy = (facts: Facts): number => (lastReceipt(facts)?.copy ?? 0) + 1;

/** Whether who reads that address has reported a receipt as spam. */
export const hasComplained = (facts: Facts, isOwn: boolean): boolean =>
  receiptsIn(facts).some(
    (receipt) => receipt.isOwn === isOwn && lastWord(receipt)?.is === 'complained',
  );
