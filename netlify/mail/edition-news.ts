import type { Catalogue } from '#contract/catalogue.ts';
import type { MailTemplate } from '#contract/mail.ts';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import type { Facts } from '../orders/facts.ts';
import type { SendMail } from './message.ts';
import type { MailQueue } from './queue.ts';

/** That buyers are told of a new edition. Times are Unix seconds. */
export type News = {
  readonly edition: string;
  /** Its id in the catalogue. */
  readonly product: string;
  /** Since when buyers get the edition: who began to buy later has no need of news. */
  readonly since: number;
  /** In the owner's words; may be empty. */
  readonly changes: string;
};

export type OpenNews = News & {
  /** The session up to which buyers were gathered, '-' before the first; null where all are. */
  readonly gatheredTo: string | null;
  /** Until when nothing is to be tried. */
  readonly pausedUntil: number;
};

/** What is known of news that were begun. */
export type NewsRecord = OpenNews & {
  readonly begunAt: number;
  readonly state: 'gathering' | 'sending' | 'stopped' | 'done';
  /** Those that were gathered so far. */
  readonly buyers: number;
  readonly sent: number;
  /** Those who were to get none, or to whom none could be sent. */
  readonly leftOut: number;
  /** What kept the last portion from going on; null where nothing did. */
  readonly pausedBy: string | null;
};

/** An order as the index knows it. */
type Sale = {
  readonly session: string;
  readonly productType: string;
  readonly buyer: string;
  readonly createdAt: number;
};

type GatherStep = {
  /** As `gatheredTo` was before this step, and is after it. */
  readonly from: string;
  readonly to: string | null;
  readonly buyers: readonly string[];
};

export type NewsStore = {
  /** Those that are to be sent, the longest first. */
  readonly open: () => Promise<readonly OpenNews[]>;
  /** Whether it is still to be sent: the owner may have stopped it. */
  readonly isOpen: (edition: string) => Promise<boolean>;
  /** Orders after a session, oldest first. */
  readonly sales: (after: string, size: number) => Promise<readonly Sale[]>;
  /** Adds buyers to the queue, each once; nothing where somebody else has taken this step. */
  readonly gather: (edition: string, step: GatherStep, now: number) => Promise<void>;
  readonly queue: (edition: string) => MailQueue;
  /** Notes that it is done, unless somebody waits. */
  readonly finish: (edition: string, now: number) => Promise<void>;
  readonly pause: (edition: string, reason: string, until: number) => Promise<void>;
  /** Whether nobody else sends news now. It ends by itself after a minute. */
  readonly takeTurn: () => Promise<boolean>;
  readonly endTurn: () => Promise<void>;
};

export type NewsPorts = {
  readonly news: NewsStore;
  readonly noNews: { readonly has: (buyer: string) => Promise<boolean> };
  readonly orders: {
    /** The newest first. */
    readonly ofBuyer: (buyer: string, most: number) => Promise<readonly string[]>;
    readonly findMany: (sessionIds: readonly string[]) => Promise<readonly Facts[]>;
  };
  readonly checkout: {
    readonly find: (sessionId: string) => Promise<CheckoutSession | 'unknown' | 'foreign'>;
  };
  /** Whether what a parent waits for is still to be sent: receipts, and mails of find-purchase. */
  readonly mustWait: () => Promise<boolean>;
  readonly send: SendMail;
  readonly template: MailTemplate;
  readonly catalogue: Catalogue;
  readonly siteUrl: string;
  readonly orderNumber: (sessionId: string) => string;
  readonly stopToken: (buyer: string) => string;
  readonly now: () => number;
  /** Settles when the next batch may begin. */
  readonly pace: () => Promise<void>;
  /** Told what kept mails from going out; they are tried again. */
  readonly onFailed: (error: unknown) => void;
};
