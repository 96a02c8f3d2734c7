import type { Config } from '@netlify/functions';
import type { MailTemplate, PackedMails } from '#contract/mail.ts';
import { isBrokenHash } from './admin/password.ts';
import type { SessionKey } from './admin/session.ts';
import type { AdminPorts } from './admin/order-queries.ts';
import { createAuth } from './admin/auth.ts';
import { catalogue } from './catalogue.ts';
import { createStripeCheckout } from './checkout/stripe-checkout.ts';
import { blobsClient } from './clients/blobs.ts';
import { redisClient } from './clients/redis.ts';
import { preloadStripe, stripeClient } from './clients/stripe.ts';
import { now } from './clock.ts';
import type { DownloadPorts } from './downloads/access.ts';
import { createDownloads } from './downloads/redis-downloads.ts';
import { afterAnswer } from './current-request.ts';
import {
  MisconfiguredError,
  deployContext,
  getEnv,
  isLive,
  mayMail,
  ordersContext,
} from './env.ts';
import { createEditions } from './guides/blobs-editions.ts';
import { createGuides } from './guides/blobs-guides.ts';
import { createParts } from './guides/blobs-parts.ts';
import type { EditionPorts } from './guides/editions.ts';
import type { UploadPorts } from './guides/uploads.ts';
import { createFailureNotes } from './health/redis-failures.ts';
import { readFailures } from './health/redis-notes.ts';
import { keepFailuresBy } from './http/failures.ts';
import type { Counter, LimitedRoute } from './http/limits.ts';
import { logDoubtful, logError, logFulfilled } from './http/log.ts';
import { createLocalCounter, createSharedCounter } from './http/counters.ts';
import { createRateLimiter } from './http/rate-limiter.ts';
import type { Handlers } from './http/route.ts';
import type { EventPorts } from './orders/events.ts';
import { buyersUpTo } from './mail/announce.ts';
import { createBuyerKey } from './mail/buyer-key.ts';
import { type FindPorts, sendDuePurchases } from './mail/find-purchase.ts';
import type { NewsPorts } from './mail/edition-news.ts';
import { createPace } from './mail/pace.ts';
import { createNews } from './mail/redis-news.ts';
import { createNoNews } from './mail/redis-no-news.ts';
import { sendNewsPortion } from './mail/send-news.ts';
import { stopToken } from './mail/stop-token.ts';
import type { MailNewsPorts } from './mail/mail-events.ts';
import { type OwnerNewsPorts, sendOwnerNews, tellOwner } from './mail/owner-news.ts';
import { tellOwnerOfRun } from './mail/owner-run.ts';
import { disputeNews, saleNews } from './mail/owner-words.ts';
import { KEY_KNOWN_IN_SECONDS } from './mail/queue.ts';
import { type ReceiptPorts, sendDueReceipts, sendReceipt } from './mail/receipt.ts';
import { createCopies } from './mail/redis-copies.ts';
import { createFindQueue } from './mail/redis-finds.ts';
import { createOwnerNewsStore } from './mail/redis-owner-news.ts';
import { createReceiptQueue } from './mail/redis-receipts.ts';
import { createResend } from './mail/resend.ts';
import type { CopyPorts } from './mail/send-again.ts';
import { type Signed, isSigned } from './mail/svix.ts';
import type { Caller } from './orders/lookup.ts';
import { numberOf } from './orders/order-names.ts';
import type { ReconcilePorts, Reconciliation } from './orders/reconcile.ts';
import { orderFrom } from './orders/orders.ts';
import { orderKeys } from './orders/redis-keys.ts';
import { createOrders } from './orders/redis-orders.ts';
import { createOrderPages } from './orders/redis-pages.ts';
import { createReconcilerMemory } from './orders/redis-reconciler.ts';
import { createSums } from './orders/redis-sums.ts';
import { ALL_TIME, type SalesPorts } from './orders/sales.ts';
import { createWebhook } from './orders/stripe-events.ts';
import { createHistory } from './orders/stripe-history.ts';
import { createSessions } from './orders/stripe-sessions.ts';

/** Made at first use, once per instance. The annotation tells the bundler that an unused one can go. */
// @__NO_SIDE_EFFECTS__
const lazy = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

export { now };

export const siteUrl = (): string => getEnv().PUBLIC_SITE_URL;

export const signingSecret = (): string => getEnv().SIGNING_SECRET;

// Clients

const stripe = stripeClient;

export { preloadStripe };

const redis = lazy(() => {
  const client = { ...redisClient(), keys: orderKeys() };
  keepFailuresBy(createFailureNotes(client));
  return client;
});

const blobs = blobsClient;

// Rate limits

const createLimiter = (shared: Counter<Promise<number>> | null) =>
  createRateLimiter({
    shared,
    local: createLocalCounter(),
    now,
    onUnreachable: logError,
    secret: signingSecret(),
    factor: getEnv().RATE_LIMIT_FACTOR,
  });

const rateLimiter = lazy(() =>
  createLimiter(createSharedCounter({ ...redis(), context: deployContext() })),
);

const localRateLimiter = lazy(() => createLimiter(null));

/** Counts a call of a route. Throws 429 where it is one too many. */
export const limitRate = (route: LimitedRoute, request: Request): Promise<void> =>
  rateLimiter().limit(route, request);

/** The same for a route that is counted by instance: it has no need of Redis. */
export const limitRateLocally = (
  route: 'products' | 'health' | 'stop-news',
  request: Request,
): Promise<void> => localRateLimiter().limit(route, request);

/** The same for a guess of the owner's password. Throws 503 where it cannot be counted. */
export const limitGuesses = (request: Request, browser: string | null): Promise<void> =>
  rateLimiter().limitGuesses(request, browser);

/** The same for a route that looks an order up, which may mean to ask Stripe. */
export const callerOf = (route: LimitedRoute, request: Request): Promise<Caller> =>
  rateLimiter().callerOf(route, request);

// Checkout and orders

const buyerKey = lazy(() => createBuyerKey(signingSecret()));

const sessions = lazy(() =>
  createSessions({
    ...stripe(),
    onDoubtful: (id) => logDoubtful(id),
    buyerKey: buyerKey(),
    siteUrl: siteUrl(),
  }),
);

export const checkout = lazy(() => createStripeCheckout({ ...stripe(), siteUrl: siteUrl() }));

const orders = lazy(() =>
  createOrders({
    ...redis(),
    receiptKnownFor: sendsMail() ? KEY_KNOWN_IN_SECONDS : undefined,
    tellsSales: tellsSales(),
  }),
);

export const orderPorts = lazy((): EventPorts => ({
  checkout: sessions(),
  orders: orders(),
  ledger: orders(),
  now,
  timeZone: catalogue.time_zone,
  onOrdersDown: logError,
  onFulfilled: ({ sessionId }, source) => {
    logFulfilled(sessionId, source);
    // The reconciler sends what it has found at the end of its run.
    if (!sendsMail() || source === 'reconciler') return;
    if (tellsSales()) toOwnerLater((ports) => sendOwnerNews(ports, [sessionId]));
    afterAnswer(async () => {
      await sendReceipt(receiptPorts(), sessionId).catch(logError);
    });
  },
  onDisputed: (order, dispute) =>
    toOwnerLater((ports) => tellOwner(ports, disputeNews(catalogue, order, dispute))),
}));

export const webhook = lazy(() => createWebhook(getEnv().STRIPE_WEBHOOK_SECRET));

export const reconcilePorts = lazy((): ReconcilePorts => ({
  ...orderPorts(),
  orders: orders(),
  history: createHistory({ ...stripe(), ...sessions() }),
  onFailed: logError,
}));

/** What the reconciler remembers from run to run. */
export const reconcilerMemory = lazy(() => createReconcilerMemory(redis()));

export const salesPorts = lazy((): SalesPorts => ({
  sums: createSums(redis()),
  now,
  timeZone: catalogue.time_zone,
}));

// Mail

/** Whether the shop sends mails, and so may promise them. */
export const sendsMail = (): boolean => {
  const { MAIL_API_KEY: apiKey, MAIL_FROM: from } = getEnv();
  return apiKey !== undefined && from !== undefined && mayMail(getEnv());
};

const sendMail = lazy(() => {
  const { MAIL_API_KEY: apiKey, MAIL_FROM: from, MAIL_API_URL: apiUrl } = getEnv();
  if (!apiKey || !from) throw new MisconfiguredError('MAIL_API_KEY or MAIL_FROM is missing');
  return createResend({ apiKey, from, apiUrl });
});

declare global {
  // What the build has made of content/mail. A bundle holds those that it names (build/bundle.ts); wherever
  // functions run from source, it is set.
  var MAILS: PackedMails;
}

/** As it was packed by this project's own build. */
const templateOf = (packed: string): MailTemplate => JSON.parse(packed) as MailTemplate;

const receiptPorts = lazy((): ReceiptPorts => ({
  queue: createReceiptQueue(redis()),
  checkout: sessions(),
  send: sendMail(),
  template: templateOf(globalThis.MAILS.receipt),
  catalogue,
  siteUrl: siteUrl(),
  orderNumber: numberOf,
  now,
  onFailed: logError,
}));

/** Sends what parents wait for, as long as there is time: receipts, then mails of find-purchase. Never throws. */
export const sendReceipts = async (hasTime: () => boolean): Promise<void> => {
  if (!sendsMail() || !(await sendDueReceipts(receiptPorts(), hasTime))) return;
  await sendDuePurchases(foundMailPorts(), hasTime);
};

// The owner's news

/** null where the owner has no address, or the shop sends no mails. */
const ownerNewsPorts = lazy((): OwnerNewsPorts | null => {
  const { OWNER_EMAIL: to } = getEnv();
  if (to === undefined || !sendsMail()) return null;
  return {
    store: createOwnerNewsStore(redis()),
    findSale: async (sessionId) => {
      const order = orderFrom(sessionId, await orders().find(sessionId));
      return order && saleNews(catalogue, order);
    },
    send: sendMail(),
    now,
    siteUrl: siteUrl(),
    context: ordersContext(),
    to,
    onFailed: logError,
  };
});

/** Whether the owner is told of each sale. */
const tellsSales = (): boolean => {
  const { OWNER_EMAIL: to, OWNER_NEWS: wanted } = getEnv();
  return to !== undefined && wanted === 'each' && sendsMail();
};

const toOwnerLater = (tell: (ports: OwnerNewsPorts) => Promise<void>): void => {
  const ports = ownerNewsPorts();
  if (ports) afterAnswer(() => tell(ports));
};

/** Tells the owner what a run has found. Never throws. */
export const tellOwnerOf = async (
  run: Reconciliation,
  lastAt: number | null,
  hasTime: () => boolean,
): Promise<void> => {
  const ports = ownerNewsPorts();
  if (!ports) return;
  const more = {
    catalogue,
    sums: createSums(redis()),
    failures: () => readFailures(redis()),
    isDaily: !['each', 'none'].includes(getEnv().OWNER_NEWS ?? ''),
  };
  await tellOwnerOfRun({ ...ports, ...more }, run, lastAt, hasTime);
};

// Find my purchase

/** Counts a request for the mail with an address's purchases. Throws 429 where it is one too many. */
export const limitFinds = (request: Request): Promise<void> => rateLimiter().limitFinds(request);

export const supportEmail = (): string => globalThis.MAILS.supportEmail;

const foundMailPorts = lazy(() => ({
  orders: { ...orders(), ...createOrderPages(redis()) },
  checkout: sessions(),
  queue: createFindQueue(redis()),
  send: sendMail(),
  template: templateOf(globalThis.MAILS.findPurchase),
  catalogue,
  siteUrl: siteUrl(),
  orderNumber: numberOf,
  now,
  onFailed: logError,
}));

export const findPorts = lazy((): FindPorts => ({
  ...orderPorts(),
  ...foundMailPorts(),
  sessionsOf: createHistory({ ...stripe(), ...sessions() }).sessionsOf,
  buyerKey: buyerKey(),
  mayMail: (buyer) =>
    rateLimiter()
      .limitMails(buyer)
      .then(
        () => true,
        () => false,
      ),
}));

// Mail once it was sent

const copies = lazy(() => createCopies(redis()));

/** Whether the mail service has signed a request. null where there is no secret to tell by. */
export const isMailEvent = (request: Signed): boolean | null => {
  const { MAIL_WEBHOOK_SECRET: secret } = getEnv();
  return secret === undefined ? null : isSigned(secret, request, now());
};

export const mailNewsPorts = lazy((): MailNewsPorts => ({
  findNamed: createOrderPages(redis()).findNamed,
  note: copies().note,
  now,
}));

export const copyPorts = lazy((): CopyPorts => ({
  ...receiptPorts(),
  copies: copies().copies,
  buyerKey: buyerKey(),
}));

/** Counts a mail that the owner sends. Throws 429 where it is one too many. */
export const limitOwnersMails = (): Promise<void> => rateLimiter().limitOwnersMails();

// News of new editions

export const editionNews = lazy(() => createNews(redis()));

/** Who wants none. */
export const noNews = lazy(() => createNoNews(redis()));

const newsMailPorts = lazy(() => ({
  send: sendMail(),
  template: templateOf(globalThis.MAILS.newEdition),
  catalogue,
  siteUrl: siteUrl(),
  stopToken: (buyer: string) => stopToken(buyer, signingSecret()),
}));

const newsPorts = lazy((): NewsPorts => ({
  ...newsMailPorts(),
  news: editionNews(),
  noNews: noNews(),
  orders: { ...orders(), ...createOrderPages(redis()) },
  checkout: sessions(),
  mustWait: async () => {
    const queues = [createReceiptQueue(redis()), createFindQueue(redis())];
    const due = await Promise.all(queues.map((queue) => queue.due(now(), 1)));
    return due.flat().length > 0;
  },
  orderNumber: numberOf,
  now,
  pace: createPace(),
  onFailed: logError,
}));

/** Sends of the news of new editions what there is time for. Never throws. */
export const sendNews = async (hasTime: () => boolean): Promise<void> => {
  if (sendsMail()) await sendNewsPortion(newsPorts(), hasTime);
};

export const announcePorts = lazy(() => ({
  ...newsMailPorts(),
  findGuide: guides().find,
  buyerKey: buyerKey(),
  previewTo: getEnv().OWNER_EMAIL ?? newsMailPorts().template.replyTo,
}));

/** By product: how many buyers there are to tell at most. */
export const buyersToTell = async (): Promise<Record<string, number>> => {
  const [all = new Map()] = await salesPorts().sums.find([ALL_TIME]);
  return buyersUpTo(catalogue, all);
};

// Guides and downloads

export const guides = lazy(() => createGuides(blobs(), deployContext()));

export const downloadPorts = (): DownloadPorts => ({
  guides: guides(),
  now: now(),
  signingSecret: signingSecret(),
  onFailed: logError,
});

export const downloads = lazy(() => createDownloads(redis()));

export const editionPorts = lazy((): EditionPorts => ({
  stamps: catalogue.stamp,
  guides: guides(),
  editions: createEditions(blobs(), deployContext()),
  now,
  onFailed: logError,
}));

export const uploadPorts = lazy((): UploadPorts => ({
  parts: createParts(blobs(), deployContext()),
  now,
}));

// Admin

const sessionKey = (): SessionKey | null => {
  const { ADMIN_PASSWORD: password, SIGNING_SECRET: secret } = getEnv();
  return password === undefined ? null : { signingSecret: secret, password };
};

export const auth = lazy(() => createAuth(() => ({ siteUrl: siteUrl(), key: sessionKey(), now })));

/** What the password is compared with. Throws where none is set, or half of a hash. */
export const ownerKey = (): SessionKey => {
  const key = sessionKey();
  if (!key) throw new MisconfiguredError('ADMIN_PASSWORD is missing: nobody can log in');
  if (!isBrokenHash(key.password)) return key;
  throw new MisconfiguredError('ADMIN_PASSWORD is half a hash: nobody can log in');
};

/** One function of Netlify's that answers the owner alone; 401 to everybody else. */
export const ownerRoute = (config: Config, handlers: Handlers) =>
  auth().ownerRoute(config, handlers);

/** What the owner sees of the orders, and does to them. */
export const adminPorts = lazy((): AdminPorts => ({
  checkout: sessions(),
  orders: { ...orders(), ...createOrderPages(redis()) },
  receipts: copies(),
  buyerKey: buyerKey(),
  now,
}));

/** Where a payment stands at Stripe; the stand-in has one page for all. */
const paymentUrl = (paymentId: string): string => {
  const { STRIPE_API_URL: standIn } = getEnv();
  if (standIn) return new URL(`/#${paymentId}`, standIn).href;
  const mode = isLive() ? '' : '/test';
  return `https://dashboard.stripe.com${mode}/payments/${paymentId}`;
};

/** With what an order is told to the owner. */
export const detailOptions = () => ({ catalogue, paymentUrl, sendsMail: sendsMail() });
