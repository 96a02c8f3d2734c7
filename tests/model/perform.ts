import { sessionIn } from '../buyer.ts';
import { type Life, count, pick, post, scheduleCall } from './life.ts';
import { type RunOptions, runOnce } from './outside.ts';
import { accessCall, detailOf, receiptCall } from './owner.ts';
import type { Call } from './steps.ts';
import { PRODUCTS, type Truth, discountOf, isKnownRefunded, opened } from './truth.ts';
import { SITE, type WorldEvent } from './world.ts';

/** Stripe's times are in seconds. */
export const MOMENT_IN_HOURS = 2 / 3600;

/** The events that the shop asks Stripe for. It acknowledges all others. */
export const isForShop = ({ type }: WorldEvent): boolean =>
  /^(checkout\.session\.(completed|async)|charge\.(refunded|dispute)|refund\.)/.test(type);

/** Returns the shop's answer; null if the call crashed or has one of the statuses `mayBe`. */
type Ask = (request: Request, ...mayBe: number[]) => Promise<Response | null>;

const lagsIn = ({ lag = 0 }: RunOptions): boolean => lag > 0;

const createAsk =
  ({ world, tally }: Life, options: RunOptions): Ask =>
  async (request, ...mayBe) => {
    const { value, calls, lagged } = await runOnce(() => world.call(request), options);
    count(tally, 'outside calls', calls.length);
    count(tally, 'answers of a moment ago', lagged);
    if (!value) count(tally, 'crashes');
    if (!value || mayBe.includes(value.status)) return null;
    if (value.ok) return value;
    // Stripe's answers may be older than the recorded sale.
    if (lagsIn(options) && value.status >= 502) return null;
    throw new Error(`${new URL(request.url).pathname} answered ${value.status}`);
  };

const create = async (
  { truths }: Life,
  ask: Ask,
  { product: number, code }: Extract<Call, { call: 'create' }>,
): Promise<void> => {
  const product = pick(PRODUCTS, number);
  if (!product) throw new Error('no products');
  const productType = product.product_type;
  const response = await ask(post('/api/create-payment', { productType, code }));
  const { url } = (await response?.json()) ?? {};
  if (!url) return;
  const amount = product.price_in_cents - discountOf(product, code);
  const createdAt = Math.floor(Date.now() / 1000);
  truths.push(opened({ session: sessionIn(url), product, amount, createdAt }));
};

const HOUR_IN_MS = 3_600_000;

/** Delivers an event. Within its first hour, the shop must refuse one that Stripe's answers don't show yet. */
const deliver = async (
  { world, truths, acknowledged }: Life,
  ask: Ask,
  { number, lags }: { number: number; lags: boolean },
): Promise<void> => {
  const event = pick((await world.events()).filter(isForShop), number);
  if (!event || !(await ask(world.delivery(event)))) return;
  acknowledged.add(event.id);
  const { id } = event.data.object;
  const isOld = Date.now() - event.created * 1000 > HOUR_IN_MS;
  if (!(lags && isOld)) truths.find(({ refunds }) => refunds.has(id))?.reported.add(id);
};

const comeBack = async (ask: Ask, truth: Truth): Promise<void> => {
  const response = await ask(post('/api/verify-payment', { sessionId: truth.session }));
  const { status } = (await response?.json()) ?? {};
  // True at any moment, whatever the shop knows yet.
  if (status === 'paid' && truth.payment !== 'paid') {
    throw new Error(`verify-payment says paid, it is ${truth.payment}`);
  }
};

const askForFile = async (ask: Ask, truth: Truth, number: number): Promise<void> => {
  const { id = '' } = pick(PRODUCTS, number) ?? {};
  const wasRefunded = isKnownRefunded(truth);
  const body = { product_id: id, session_id: truth.session };
  const response = await ask(post('/api/secure-file-access', body), 403);
  if (!response) return;
  if (truth.payment !== 'paid') throw new Error(`files are given, it is ${truth.payment}`);
  if (wasRefunded && isKnownRefunded(truth)) {
    throw new Error('files are given after a refund that the shop has acknowledged');
  }
  const { files } = await response.json();
  truth.links.push({ product: id, url: SITE + files[0].downloadUrl });
};

/** Sends the receipt again as the owner, every second time to another address. */
const sendAgain = async ({ world, tally }: Life, ask: Ask, truth: Truth): Promise<void> => {
  const copy = (await detailOf(world, truth.session))?.next_copy ?? null;
  if (copy === null) return;
  truth.copies.add(copy);
  const to = copy % 2 === 0 ? { to: 'grandma@example.com' } : {};
  await ask(await receiptCall(truth.session, { copy, ...to }));
  count(tally, 'receipts sent again');
};

/** Blocks or opens an order as the owner, in a second of its own. */
const decide = async (
  { world, tally }: Life,
  ask: Ask,
  { truth, access }: { truth: Truth; access: 'open' | 'blocked' },
): Promise<void> => {
  const read = async () => JSON.stringify((await detailOf(world, truth.session))?.access ?? null);
  world.wait(MOMENT_IN_HOURS);
  const before = await read();
  await ask(await accessCall(truth.session, access), 404);
  if ((await read()) !== before) {
    truth.access = { is: access, at: Math.floor(Date.now() / 1000) };
    count(tally, `${access} by the owner`);
  }
  world.wait(MOMENT_IN_HOURS);
};

/** Calls a function of the shop, and notes the effect. */
export const perform = async (life: Life, call: Call, options: RunOptions = {}): Promise<void> => {
  const ask = createAsk(life, options);
  if (call.call === 'schedule') return void (await ask(scheduleCall()));
  if (call.call === 'create') return create(life, ask, call);
  if (call.call === 'deliver') {
    return deliver(life, ask, { number: call.event, lags: lagsIn(options) });
  }
  const truth = pick(life.truths, call.session);
  if (!truth) return undefined; // nobody has begun a checkout
  if (call.call === 'return') return comeBack(ask, truth);
  if (call.call === 'ask for a file') return askForFile(ask, truth, call.product);
  if (call.call === 'send again') return sendAgain(life, ask, truth);
  return decide(life, ask, { truth, access: call.access });
};
