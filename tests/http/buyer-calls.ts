import { ACTIVE } from '../catalogue.ts';
import { access, buy } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { ownerClient, password } from '../shop/owner.ts';
import type { TestShop } from '../shop/shop.ts';
import { unsubscribeLink } from '../../netlify/mail/unsubscribe.ts';
import { numberOf } from '../../netlify/shop/words.ts';
import { type Calls, after, buyKnown, just } from './stripe-calls.ts';

const NOBODYS = 'cs_test_nobody';
const EVIL = { origin: 'https://evil.example' };
const PART = { headers: { range: 'bytes=5-9' } };
const GUIDE = 'individual_guide_6_10';
/** Files that a bundle brings. */
const FILES = ACTIVE.length;
const YEAR = new Date().getUTCFullYear();

/** What anybody may call, where Stripe sends no webhook by itself. */
export const buyerCalls = async (shop: TestShop): Promise<Calls> => {
  const owner = await ownerClient(shop);
  const { call, post } = shop;
  const known = () => buyKnown(shop, GUIDE);
  const bundle = () => buyKnown(shop, 'bundle');
  const unreported = () => buy(shop, GUIDE);
  const link = async () => linkTo(shop, 'guide-1', await known());

  const create = (productType: string, headers = {}) =>
    post('/api/create-payment', { productType }, headers);
  const createWith = (code: string) => post('/api/create-payment', { productType: 'bundle', code });
  const check = (sessionId: string) => post('/api/verify-payment', { sessionId });
  const checkWithFiles = (sessionId: string) =>
    post('/api/verify-payment', { sessionId, files: true });
  const read = (session: string) => call(`/api/orders?session_id=${session}`);
  const ask = (product: string) => (session: string) => access(shop, product, session);
  const show = (session: string) =>
    call(`/guide-download?session_id=${session}`, { method: 'POST' });
  const fetchFile = (init?: RequestInit) => (address: string) => call(address, init);
  const askToWithdraw = (session: string) => call(`/api/withdraw?session_id=${session}`);
  const find = () => post('/api/find-purchase', { email: 'parent@example.com' });
  const logIn = (given: string) => post('/api/admin/login', { password: given });
  const [, token = ''] = unsubscribeLink('a'.repeat(32)).split('token=');
  const unsubscribe = (given: string) =>
    call(`/api/unsubscribe?token=${given}`, { method: 'POST' });
  const numbered = async () => numberOf(await known());
  const page = (path: string) => () => owner.call(`/api/admin/${path}`);
  const act = (path: string, body: object) => (number: string) =>
    owner.post(`/api/admin/orders/${number}/${path}`, body);

  return {
    'create-payment': {
      'a new checkout': [[200, 1, 1, 0, 2], just(() => create('bundle'))],
      'with a code, where codes are off': [[200, 1, 1, 0, 2], just(() => createWith('SPRING'))],
      'of no product': [[400, 0, 0, 0, 0], just(() => create('nothing'))],
      'from another site': [[403, 0, 0, 0, 0], just(() => create(GUIDE, EVIL))],
    },
    'verify-payment': {
      'a paid order that is recorded': [[200, 1, 0, 0, 1], after(known, check)],
      'a paid order that no webhook reported': [[200, 3, 1, 0, 4], after(unreported, check)],
      'a session that nobody paid': [[200, 2, 1, 0, 3], just(() => check(NOBODYS))],
      'a guide, with its files': [[200, 1, 0, 1, 2], after(known, checkWithFiles)],
      'the bundle, with its files': [[200, 1, 0, FILES, 2], after(bundle, checkWithFiles)],
      'a malformed session': [[400, 0, 0, 0, 0], just(() => check('cs_123'))],
    },
    orders: { 'a paid order that is recorded': [[200, 1, 0, 0, 1], after(known, read)] },
    // A ticket is given only for what the store has, so each file is asked about, once.
    'secure-file-access': {
      'a guide': [[200, 1, 0, 1, 2], after(known, ask('guide-1'))],
      'a guide that no webhook reported': [[200, 3, 1, 1, 5], after(unreported, ask('guide-1'))],
      'a guide that was not bought': [[403, 1, 0, 0, 1], after(known, ask('guide-2'))],
      'of no product': [[404, 0, 0, 0, 0], after(known, ask('guide-9'))],
    },
    // The order and the guide's record are asked for at once, since only this shop makes tickets, and its bytes then.
    // What is fetched from its beginning is noted with its first bytes, by a second request to Redis.
    files: {
      'a guide': [[200, 2, 0, 2, 3], after(link, fetchFile())],
      'its head': [[200, 1, 0, 1, 1], after(link, fetchFile({ method: 'HEAD' }))],
      'a part of it': [[206, 1, 0, 2, 2], after(link, fetchFile(PART))],
      'with a forged ticket': [[403, 0, 0, 0, 0], just(() => call('/api/files/forged'))],
    },
    'purchase-page': {
      'a guide': [[200, 1, 0, 1, 2], after(known, show)],
      'a session that nobody paid': [[403, 2, 1, 0, 3], just(() => show(NOBODYS))],
    },
    withdraw: { 'in a shop that offers none': [[403, 1, 0, 0, 1], after(known, askToWithdraw)] },
    admin: {
      'the password': [[200, 1, 0, 0, 1], just(() => logIn(password()))],
      'another password': [[401, 1, 0, 0, 1], just(() => logIn('a guess'))],
      'a stranger': [[401, 0, 0, 0, 0], just(() => call('/api/admin/orders'))],
      'the list of orders': [[200, 2, 0, 0, 2], after(known, page('orders'))],
      'an order': [[200, 3, 0, 0, 3], after(numbered, (n) => owner.call(`/api/admin/orders/${n}`))],
      'a block': [[200, 4, 0, 0, 4], after(numbered, act('access', { access: 'blocked' }))],
      'a report of a month': [[200, 2, 0, 0, 2], just(page('report?period=this-month'))],
      'the CSV of a year': [[200, 2, 0, 0, 2], just(page(`orders.csv?period=${YEAR}`))],
      'the guides': [[200, 1, 0, FILES, 2], just(page('guides'))],
    },
    // Stripe's account; whether the database can be written, what it does when full, and when the schedule and the
    // webhook last ran; a file for each product.
    health: {
      'of a stranger': [[200, 0, 0, 0, 0], just(() => call('/api/health'))],
      'of the owner': [[200, 3, 1, FILES, 2], just(() => owner.call('/api/health'))],
    },
    products: { 'the list': [[200, 0, 0, 0, 0], just(() => call('/api/products'))] },
    // In a shop without mail, as this one: tests/jobs/find-purchase.shop.test.ts has the others.
    'find-purchase': { 'an address': [[503, 0, 0, 0, 0], just(find)] },
    unsubscribe: {
      'a signed token': [[200, 1, 0, 0, 1], just(() => unsubscribe(token))],
      'another token': [[404, 0, 0, 0, 0], just(() => unsubscribe('a'.repeat(64)))],
    },
    'not-found': { 'a lost visitor': [[404, 0, 0, 0, 0], just(() => call('/no-such-page'))] },
  };
};
