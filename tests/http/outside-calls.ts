import { ACTIVE, PRODUCTS } from '../catalogue.ts';

/** Files that a bundle brings, and files that the owner sees. */
const FILES = ACTIVE.length;
const GUIDES = PRODUCTS.length;

/** The status that a call is answered with, and how many requests it takes to each service. */
type Row = readonly [status: number, redis: number, stripe: number, blobs: number];

/**
 * What each function asks outside, and all that it asks: a change of a figure is a decision. The callers'
 * counts ride in the first request to Redis; a question to Stripe is counted by one more before it, and what
 * it brought is kept by another after it. A method that a function does not know costs nothing anywhere.
 */
export const OUTSIDE_CALLS = {
  'create-payment': {
    'a new checkout': [200, 1, 1, 0],
    'a new checkout, by a plain form': [303, 1, 1, 0],
    'one that is still open': [200, 1, 1, 0],
    // Only Stripe knows that a session can be paid no more.
    'one that was open and is paid by now': [200, 1, 2, 0],
    'of no product': [400, 0, 0, 0],
    'without a body': [400, 0, 0, 0],
    'from another site': [403, 0, 0, 0],
  },
  'verify-payment': {
    'a paid order that is recorded': [200, 1, 0, 0],
    'a paid order that nobody told of': [200, 3, 1, 0],
    'an order that waits for its bank': [200, 3, 1, 0],
    'a session that nobody paid': [200, 2, 1, 0],
    'without a session': [400, 0, 0, 0],
  },
  orders: {
    'a paid order that is recorded': [200, 1, 0, 0],
    'a paid order that nobody told of': [200, 3, 1, 0],
    'a session that nobody paid': [200, 2, 1, 0],
    'without a session': [400, 0, 0, 0],
  },
  products: { 'the list': [200, 0, 0, 0] },
  // A ticket is given only for what the store has, so each file is asked about, once.
  'secure-file-access': {
    'a guide': [200, 1, 0, 1],
    'the bundle, with its archive': [200, 1, 0, FILES],
    'a guide that nobody told of': [200, 3, 1, 1],
    'a guide that was not bought': [403, 1, 0, 0],
    'of no product': [404, 0, 0, 0],
    'without a body': [400, 0, 0, 0],
  },
  // What is fetched from its beginning is noted behind its first bytes, by a second request to Redis.
  files: {
    'a guide': [200, 2, 0, 1],
    'its head': [200, 1, 0, 1],
    'a part of it': [206, 1, 0, 1],
    'a part that it does not have': [416, 1, 0, 1],
    'a copy that is there already': [304, 1, 0, 1],
    // Every file is asked about, since the length stands before the first byte; then each is read.
    'the archive': [200, 2, 0, 2 * FILES],
    'its first bytes': [206, 1, 0, FILES],
    'the head of the archive': [200, 1, 0, FILES],
    'of an order that was refunded since': [403, 1, 0, 0],
    'with a forged ticket': [403, 0, 0, 0],
  },
  'purchase-page': {
    'a guide': [200, 1, 0, 1],
    'the bundle, with its archive': [200, 1, 0, FILES],
    'a session that nobody paid': [403, 2, 1, 0],
    'without a session': [403, 0, 0, 0],
  },
  'stripe-webhook': {
    'an event that is known': [200, 1, 0, 0],
    'a session that was paid': [200, 2, 1, 0],
    // The event names the payment; which session that was made through, Stripe has to be asked.
    'a refund': [200, 2, 2, 0],
    'an event of nothing that is kept': [200, 0, 0, 0],
    'an event that Stripe did not sign': [400, 0, 0, 0],
  },
  // Where it stopped, the orders of a page, the events of a page, where it stopped now.
  reconcile: {
    'all is known': [200, 4, 2, 0],
    // Kept as the list tells it; then its event, for which Stripe is asked, and which is kept.
    'a paid order that nobody told of': [200, 6, 3, 0],
  },
  'not-found': { 'an address where nothing is': [404, 0, 0, 0] },
  'admin-login': {
    'the password': [200, 1, 0, 0],
    'the password, by a plain form': [303, 1, 0, 0],
    'another password': [401, 1, 0, 0],
    'from another site': [403, 0, 0, 0],
  },
  'admin-session': { 'of the owner': [200, 0, 0, 0] },
  'admin-logout': { 'of the owner': [204, 0, 0, 0] },
  'admin-orders': {
    'the newest': [200, 2, 0, 0],
    'a later page': [200, 2, 0, 0],
    'with a forged cursor': [400, 0, 0, 0],
  },
  'admin-order': {
    'by its number': [200, 2, 0, 0],
    'of no number': [404, 0, 0, 0],
  },
  'admin-find-order': {
    'by its number': [200, 2, 0, 0],
    'by its reference': [200, 2, 0, 0],
    'by its session': [200, 1, 0, 0],
    'by its payment': [200, 1, 1, 0],
    'by nothing that names an order': [200, 0, 0, 0],
    'without a body': [400, 0, 0, 0],
  },
  'admin-order-access': {
    'closes it': [200, 3, 0, 0],
    'closes what is closed': [200, 2, 0, 0],
    'without a body': [400, 0, 0, 0],
  },
  'admin-orders-csv': {
    'all orders': [200, 2, 0, 0],
    'of no day': [400, 0, 0, 0],
  },
  'admin-sales': {
    'of today': [200, 1, 0, 0],
    'of 90 days': [200, 1, 0, 0],
    'of all time': [200, 1, 0, 0],
    'of no range': [400, 0, 0, 0],
  },
  'admin-reconciler': { 'the last runs': [200, 1, 0, 0] },
  // Of each product, what is current and the record of its editions.
  'admin-home': { 'of the owner': [200, 0, 0, 2 * GUIDES], 'of a stranger': [401, 0, 0, 0] },
  'admin-guides': { 'of the owner': [200, 0, 0, 2 * GUIDES] },
  'admin-guide': {
    'what buyers get': [200, 0, 0, 1],
    'an earlier edition': [200, 0, 0, 1],
    'of no product': [404, 0, 0, 0],
  },
  'admin-uploads': {
    'begins one': [200, 0, 0, 1],
    'of no product': [404, 0, 0, 0],
    'without a body': [400, 0, 0, 0],
  },
  'admin-upload-part': {
    'a part': [204, 0, 0, 1],
    'of a forged upload': [400, 0, 0, 0],
  },
  'admin-upload-publish': {
    'one part': [200, 0, 0, 12],
    'before it arrived': [409, 0, 0, 1],
    'of a forged upload': [400, 0, 0, 0],
  },
  'admin-upload': {
    'drops one part': [204, 0, 0, 1],
    'of a forged upload': [400, 0, 0, 0],
  },
  upload: {
    'a new file': [200, 0, 0, 10],
    'a new file, by a plain form': [200, 0, 0, 10],
    'the file that is there': [200, 0, 0, 2],
    'of no product': [404, 0, 0, 0],
  },
  'admin-restore': {
    'an earlier edition': [200, 0, 0, 11],
    'one that is not kept': [404, 0, 0, 2],
    'without a body': [400, 0, 0, 0],
  },
} as const satisfies Record<string, Record<string, Row>>;

type Table = typeof OUTSIDE_CALLS;

/** Brings a situation about, and answers the one call that is counted. */
export type Arrange = () => Promise<() => Promise<Response>> | (() => Promise<Response>);

/** How each situation of some functions comes about. */
export type Situations<Name extends keyof Table> = {
  readonly [Function in Name]: Readonly<Record<keyof Table[Function], Arrange>>;
};
