import { NEXT_STATUSES } from '../../netlify/local/stripe/dispute-statuses.ts';
import { type Life, count, pick } from './life.ts';
import { MOMENT_IN_HOURS } from './perform.ts';
import type { Action } from './steps.ts';
import type { Truth } from './truth.ts';

/** Stripe asks for no card if there is nothing to pay. A declined card changes nothing. */
const pay = async ({ world }: Life, truth: Truth, means: object = {}): Promise<void> => {
  const paid = await world.control('pay', { session: truth.session, ...means });
  if (!paid) return;
  truth.payment = paid.payment_status === 'unpaid' ? 'pending' : 'paid';
  truth.paidAt = truth.amount === 0 ? truth.createdAt : Math.floor(Date.now() / 1000);
};

const refund = async (
  { world }: Life,
  truth: Truth,
  part: 'all' | 'half' | 'a cent',
): Promise<void> => {
  const { session, amount: price } = truth;
  const amount = { all: null, half: Math.floor(price / 2), 'a cent': 1 }[part];
  const made = await world.control('refund', { session, amount });
  if (!made) return;
  truth.refunds.set(made.id, { amount: made.amount, createdAt: made.created, hasFailed: false });
};

/** One dispute moves on from status to status, as Stripe's may. */
const goOn = async (
  { world, truths, tally }: Life,
  { session, which, course }: Extract<Action, { do: 'dispute goes on' }>,
): Promise<void> => {
  const disputed = truths.filter((truth) => truth.disputes.size > 0);
  const disputes = pick(disputed, session)?.disputes;
  const [id] = pick([...(disputes ?? [])], which) ?? [];
  for (const to of course) {
    const before = disputes?.get(id ?? '');
    const status = before && pick(NEXT_STATUSES[before.status], to);
    if (!disputes || !id || !status) return;
    world.wait(MOMENT_IN_HOURS);
    if (!(await world.control('dispute/update', { id, status }))) return;
    disputes.set(id, { ...before, status });
    count(tally, `disputes: ${status}`);
  }
};

/** Does what a buyer, the owner or a bank does at Stripe. If the stand-in refuses it, nothing happened. */
export const act = async (life: Life, step: Action): Promise<void> => {
  const { world, truths } = life;
  // A second payment would change nothing.
  const payable = truths.filter(({ payment }) => payment === 'open');
  const truth = pick(step.do === 'pay' ? payable : truths, step.session);
  if (!truth) return;
  const { session } = truth;
  switch (step.do) {
    case 'pay':
      return pay(life, truth);
    case 'bank':
      return pay(life, truth, { method: 'bank' });
    case 'decline':
      return pay(life, truth, { card: '4000000000000002' });
    case 'bank settles': {
      const outcome = step.well ? 'succeeded' : 'failed';
      const settled = await world.control('settle', { session, outcome });
      if (settled) truth.payment = step.well ? 'paid' : 'failed';
      return;
    }
    case 'expire':
      if (await world.control('expire', { session })) truth.payment = 'expired';
      return;
    case 'refund':
      return refund(life, truth, step.part);
    case 'refund fails': {
      const [id, failed] = [...truth.refunds].find(([, { hasFailed }]) => !hasFailed) ?? [];
      if (failed && (await world.control('refund/fail', { id }))) failed.hasFailed = true;
      return;
    }
    case 'dispute': {
      world.wait(MOMENT_IN_HOURS);
      const dispute = await world.control('dispute', { session, status: step.as });
      if (!dispute) return;
      truth.disputes.set(dispute.id, { createdAt: dispute.created, status: step.as });
      return;
    }
    case 'dispute goes on':
      return goOn(life, step);
    case 'cancel': // The buyer closes Stripe's page, and the shop gets no event.
  }
};
