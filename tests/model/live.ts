import { NEXT_STATUSES } from '../../netlify/local/stripe/objects/dispute.ts';
import { sessionIn } from '../buyer.ts';
import { type Life, count, post } from './life.ts';
import { accessCall, noteOverride } from './overrides.ts';
import { type RunOptions, createTurns, runOnce } from './outside.ts';
import { sendDueToBuyers } from '../../netlify/mail/find-purchase.ts';
import {
  type Action,
  type Call,
  DAYS_IN_HOURS,
  HOURS,
  type History,
  type MailState,
} from './steps.ts';
import { PRODUCTS, type Truth, discountOf, opened } from './truth.ts';
import { SITE, type WorldEvent } from './world.ts';

/** Stripe's times are in seconds, and banks are slower. */
const A_MOMENT_IN_HOURS = 2 / 3600;

/** Of `items`, the one that a number picks; undefined where there are none. */
const pick = <T>(items: readonly T[], number: number): T | undefined =>
  items[number % items.length];

/** Those that the shop asks Stripe for; the others are acknowledged and mean nothing to it. */
export const isForShop = ({ type }: WorldEvent): boolean =>
  /^(checkout\.session\.(completed|async)|charge\.(refunded|dispute)|refund\.)/.test(type);

export const perform = async (life: Life, call: Call, options: RunOptions = {}): Promise<void> => {
  const { world, truths, acknowledged, tally } = life;
  const add = (what: string, by = 1): void => count(tally, what, by);
  const send = async (request: Request): Promise<Response | null> => {
    const { value, calls } = await runOnce(() => world.call(request), options);
    add('outside calls', calls.length);
    if (!value) add('crashes');
    return value ?? null;
  };

  /** The answer, which must be a good one; null where the call crashed, or was refused as may be. */
  const ask = async (request: Request, ...mayBe: number[]): Promise<Response | null> => {
    const response = await send(request);
    if (!response || mayBe.includes(response.status)) return null;
    if (response.ok) return response;
    throw new Error(`${new URL(request.url).pathname} answered ${response.status}`);
  };
  const truth = 'session' in call ? pick(truths, call.session) : undefined;

  if (call.call === 'reconcile') {
    await ask(post('/.netlify/functions/reconcile', {}));
  } else if (call.call === 'create') {
    const product = pick(PRODUCTS, call.product);
    if (!product) throw new Error('no products');
    const productType = product.product_type;
    const { code } = call;
    const response = await ask(post('/api/create-payment', { productType, code }));
    const { url } = (await response?.json()) ?? {};
    if (!url) return;
    const discount = discountOf(product, code);
    const amount = product.price_in_cents - discount;
    truths.push(opened({ session: sessionIn(url), product, amount, discount }));
  } else if (call.call === 'deliver') {
    const event = pick((await world.events()).filter(isForShop), call.event);
    if (event && (await ask(world.delivery(event)))) acknowledged.add(event.id);
  } else if (!truth) {
    // Nobody has begun a checkout.
  } else if (call.call === 'withdraw') {
    await ask(post(`/api/withdraw?session_id=${truth.session}`, {}), 403, 404, 409, 502);
    if (!(await world.redis.hexists(`order:dev:${truth.session}`, 'withdrawn'))) return;
    // Whatever it answered: nobody withdraws from what nobody paid.
    if (truth.payment !== 'paid') {
      throw new Error(`a withdrawal is confirmed, it is ${truth.payment}`);
    }
    truth.isWithdrawn = true;
    add('withdrawals');
  } else if (call.call === 'return') {
    const response = await ask(post('/api/verify-payment', { sessionId: truth.session }));
    const { status } = (await response?.json()) ?? {};
    // At any moment, whatever has not been heard of yet: nothing is paid that nobody paid.
    if (status === 'paid' && truth.payment !== 'paid') {
      throw new Error(`verify-payment says paid, it is ${truth.payment}`);
    }
  } else if (call.call === 'ask for a file') {
    const { id = '' } = pick(PRODUCTS, call.product) ?? {};
    const body = { product_id: id, session_id: truth.session };
    const response = await ask(post('/api/secure-file-access', body), 403);
    if (!response) return;
    if (truth.payment !== 'paid') throw new Error(`files are given, it is ${truth.payment}`);
    const { files } = await response.json();
    truth.links.push({ product: id, url: SITE + files[0].downloadUrl });
  } else {
    const isDone = await noteOverride(world, truth, call.access, async () =>
      ask(await accessCall(truth.session, call.access), 404),
    );
    if (isDone) add(`${call.access} by the owner`);
  }
};

/** One dispute goes on from status to status, as may follow. */
const goOn = async (
  { world, truths, tally }: Life,
  { session, which, course }: Extract<Action, { do: 'dispute goes on' }>,
): Promise<void> => {
  const disputes = pick(
    truths.filter((truth) => truth.disputes.size > 0),
    session,
  )?.disputes;
  const [id] = pick([...(disputes ?? [])], which) ?? [];
  for (const to of course) {
    const before = disputes?.get(id ?? '');
    const status = before && pick(NEXT_STATUSES[before], to);
    if (!disputes || !id || !status) return;
    world.wait(A_MOMENT_IN_HOURS);
    if (!(await world.control('dispute/update', { id, status }))) return;
    disputes.set(id, status);
    count(tally, `disputes: ${status}`);
  }
};

/** Nobody asks for a card where there is nothing to pay. A declined one changes nothing. */
const payFor = async ({ world }: Life, truth: Truth, means: object): Promise<void> => {
  const paid = await world.control('pay', { session: truth.session, ...means });
  if (!paid) return;
  truth.payment = paid.payment_status === 'unpaid' ? 'pending' : 'paid';
  truth.createdAt = paid.created;
  truth.intent = paid.payment_intent ?? null;
  // Until the schedule runs, nobody knows that this is not one of the sales from before.
  const isKnown = await world.redis.exists('born:dev');
  if (!isKnown) truth.receiptBefore = 'unsent';
};

/** Stripe's stand-in may refuse an action, and then nothing happened. */
const act = async (life: Life, step: Action): Promise<void> => {
  const { world, truths } = life;
  // Nobody pays again for what is paid: that would be a step about nothing.
  const payable = truths.filter(({ payment }) => payment === 'open');
  const truth = pick(step.do === 'pay' ? payable : truths, step.session);
  if (!truth) return;
  const { session, amount: price } = truth;
  const pay = (means: object = {}) => payFor(life, truth, means);
  switch (step.do) {
    case 'pay':
      return pay();
    case 'bank':
      return pay({ method: 'bank', settle: 'never' });
    case 'decline':
      return pay({ card: '4000000000000002' });
    case 'bank settles': {
      const outcome = step.well ? 'succeeded' : 'failed';
      const settled = await world.control('settle', { session, outcome });
      if (settled) truth.payment = step.well ? 'paid' : 'failed';
      return;
    }
    case 'expire':
      if (await world.control('expire', { session })) truth.payment = 'expired';
      return;
    case 'refund': {
      const amount = { all: null, half: Math.floor(price / 2), 'a cent': 1 }[step.part];
      const refund = await world.control('refund', { session, amount });
      if (refund) truth.refunds.set(refund.id, { amount: refund.amount, hasFailed: false });
      return;
    }
    case 'refund fails': {
      const [id, refund] = [...truth.refunds].find(([, { hasFailed }]) => !hasFailed) ?? [];
      if (refund && (await world.control('refund/fail', { id }))) refund.hasFailed = true;
      return;
    }
    case 'dispute': {
      world.wait(A_MOMENT_IN_HOURS);
      const dispute = await world.control('dispute', { session, status: step.as });
      if (dispute) truth.disputes.set(dispute.id, step.as);
      return;
    }
    case 'dispute goes on':
      return goOn(life, step);
    case 'cancel': // The buyer closes Stripe's page: nobody tells the shop.
  }
};

/** Whoever crashed with a receipt keeps it for a minute. */
const MINUTES_IN_HOURS = 2 / 60;

const MAIL_FAULTS: Readonly<Record<MailState, object>> = {
  well: {},
  down: { status: 503 },
  busy: { status: 429 },
  lost: { cutOff: true },
  quota: { status: 429, name: 'daily_quota_exceeded' },
};

/** What the owner decided is gone; a sale and what became of it, Stripe still knows. */
const emptyRedis = async ({ world, truths, acknowledged, tally }: Life): Promise<void> => {
  const mails = await world.mails();
  await world.redis.flushdb();
  acknowledged.clear();
  for (const truth of truths) {
    truth.blocked = false;
    truth.excused.clear();
    // A free order counts as paid when its checkout began.
    const isFree = truth.payment === 'open' && truth.amount === 0;
    if (truth.payment !== 'paid' && truth.payment !== 'pending' && !isFree) continue;
    truth.receiptBefore = mails.some(({ text }) => text.includes(truth.session))
      ? 'sent'
      : 'unsent';
    count(tally, `Redis emptied: receipt ${truth.receiptBefore}`);
  }
};

/** Lives through a history and what comes after it, when nothing breaks any more. */
export const live = async (life: Life, { steps, end }: History): Promise<void> => {
  // The schedule runs from the first deploy on.
  await perform(life, { call: 'reconcile' });
  life.world.wait(A_MOMENT_IN_HOURS);
  for (const step of steps) {
    if (step.do === 'run') await perform(life, step.call, { crash: step.crash });
    else if (step.do === 'at once') {
      const turns = createTurns(step.turns);
      await Promise.all([
        ...step.calls.map((call) => perform(life, call, { turns })),
        ...step.actions.map((action) => turns(() => act(life, action))),
      ]);
    } else if (step.do === 'days pass') {
      life.world.wait(MINUTES_IN_HOURS);
      await perform(life, { call: 'reconcile' });
      life.world.wait(DAYS_IN_HOURS);
    } else if (step.do === 'hours pass') life.world.wait(HOURS);
    else if (step.do === 'outage') {
      life.world.wait(step.days * 24);
      count(life.tally, 'outages');
    } else if (step.do === 'Redis is emptied') {
      await emptyRedis(life);
      // Stripe's times are in seconds: a payment of this one could be from before or after.
      life.world.wait(A_MOMENT_IN_HOURS);
    } else if (step.do === 'another shop runs') {
      const { log } = console;
      console.log = () => {}; // what it says is not this shop's
      await pick(life.world.others, step.which)?.reconcile();
      console.log = log;
      count(life.tally, 'runs of another shop');
    } else if (step.do === 'mail') await life.world.mailFaults(MAIL_FAULTS[step.is]);
    else await act(life, step);
  }
  await life.world.mailFaults({});
  life.world.wait(MINUTES_IN_HOURS);
  if (end === 'reconciler') {
    await perform(life, { call: 'reconcile' });
  } else if (end === 'return') {
    for (const session of life.truths.keys()) await perform(life, { call: 'return', session });
  } else {
    const events = (await life.world.events()).filter(isForShop);
    for (const [event, { id }] of events.entries()) {
      if (!life.acknowledged.has(id)) await perform(life, { call: 'deliver', event });
    }
  }
  await sendDueToBuyers(() => true);
};
