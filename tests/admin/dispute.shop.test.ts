import { expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { SITE, centsOf, dollars, productOf } from '../catalogue.ts';
import { openMailShop } from '../mail/mail-shop.ts';
import { control, setFaults } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { logInAsOwner, ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const at = (minutes: number): void => void vi.setSystemTime(NOON + minutes * 60_000);
vi.useFakeTimers({ toFake: ['Date'], now: NOON });

const shop = await openMailShop();
const { reasonWords } = await import('../../netlify/admin/dispute-evidence.ts');
const owner = await ownerClient(shop);
const GUIDE = productOf('guide-1');
const EMAIL = 'jane.doe@parents.example';

const buy = async () => {
  const session = await shop.buyAs(EMAIL, GUIDE.product_type);
  const number = await orderNumber(session);
  return { session, number, path: `/api/admin/orders/${number}/dispute` };
};
/** A dispute goes on to each status in turn. */
const dispute = async (session: string, ...statuses: string[]): Promise<string> => {
  const [status = 'needs_response', ...next] = statuses;
  const { id } = await control(shop, 'dispute', { session, status });
  for (const one of next) await control(shop, 'dispute/update', { id, status: one });
  return id;
};
const send = (path: string, id: string, by = owner) => by.post(path, { dispute: id });
const atStripe = async (id: string) =>
  (await shop.stripe.disputes.list({ limit: 100 })).data.find((one) => one.id === id);

test('the evidence has what was bought, each download, the emails and the refund policy', async () => {
  const { session, number, path } = await buy();
  await expect.poll(() => shop.mailsAbout(session)).toHaveLength(1);
  for (const minutes of [60, 61, 90]) {
    at(minutes);
    await (await shop.call(await linkTo(shop, 'guide-1', session))).arrayBuffer();
  }
  const id = await dispute(session);
  let prepared = { evidence: {} };
  const traces = await shop.tracesOf(async () => {
    prepared = await (await owner.call(path)).json();
    expect((await send(path, id)).status).toBe(200);
  });
  expect(traces).not.toContain(EMAIL);
  expect(prepared).toEqual({
    id,
    says: reasonWords('fraudulent'),
    due_by: '2026-12-12T13:30:00.000Z',
    evidence: {
      product_description: expect.stringContaining(
        `${GUIDE.name}: PDF to download, bought at ${shop.siteUrl} for ${dollars(centsOf('guide-1'))}. Order number: ${number}.`,
      ),
      service_date: 'November 22, 2026',
      customer_email_address: EMAIL,
      access_activity_log: [
        '2026-11-22 12:00:00 UTC: Checkout started',
        '2026-11-22 12:00:00 UTC: Paid',
        '2026-11-22 12:00:00 UTC: Receipt emailed',
        `2026-11-22 13:00:00 UTC: Download: ${GUIDE.file_name}`,
        `2026-11-22 13:30:00 UTC: Download: ${GUIDE.file_name}, 2 times in all`,
      ].join('\n'),
      refund_policy_disclosure: expect.stringMatching(
        `${shop.siteUrl}/refunds, .*:\n\n[^]*You have ${SITE.refundWindowDays} days from the day you buy`,
      ),
    },
  });
  expect(JSON.stringify(prepared)).not.toContain(session);
  expect((await atStripe(id))?.evidence).toMatchObject(prepared.evidence);
});

test.each(['needs_response', 'warning_needs_response'])(
  'of a dispute that is %s, several tabs send the evidence once, and the order follows',
  async (status) => {
    const { session, number, path } = await buy();
    await setFaults(shop, { webhooks: { hold: true } });
    const id = await dispute(session, status);
    const answers = await Promise.all([1, 2, 3].map(() => send(path, id)));
    const answered = new Set(answers.map((answer) => answer.status));
    expect([answered.has(200), answered.has(409)]).toEqual([true, false]);
    expect((await atStripe(id))?.evidence_details.submission_count).toBe(1);
    const { history } = await (await owner.call(`/api/admin/orders/${number}`)).json();
    expect(history).toContainEqual(
      expect.objectContaining({ says: expect.stringMatching(/ under review$/) }),
    );
    // So does a press after an answer that was lost.
    await expectProblem(await send(path, id), 404, 'dispute_not_found');
    expect((await atStripe(id))?.evidence_details.submission_count).toBe(1);
  },
);

test.each([
  ['was never disputed'],
  ['was decided', 'needs_response', 'lost'],
  ['is appealed', 'needs_response', 'lost', 'appeal_needs_response'],
])('an order that %s has nothing to answer', async (_what, ...statuses) => {
  const { session, path } = await buy();
  const id = statuses.length > 0 ? await dispute(session, ...statuses) : 'du_none';
  await expectProblem(await owner.call(path), 404, 'dispute_not_found');
  await expectProblem(await send(path, id), 404, 'dispute_not_found');
});

test('a press answers the dispute that its page showed, and no other', async () => {
  const { session, path } = await buy();
  const id = await dispute(session);
  await expectProblem(await send(path, 'du_another'), 404, 'dispute_not_found');
  await expectProblem(await owner.post(path, { dispute: id, x: 1 }), 400, 'invalid_request');
  expect((await atStripe(id))?.status).toBe('needs_response');
});

test('after the last day, Stripe refuses the evidence, in words', async () => {
  const { session, path } = await buy();
  const id = await dispute(session);
  at(21 * 24 * 60);
  const answer = await send(path, id, await ownerClient(shop, logInAsOwner(shop)));
  expect((await answer.clone().json()).detail).toContain('the bank’s last day has passed');
  await expectProblem(answer, 409, 'evidence_refused');
});

test('a reason that the shop has no words for is told as Stripe has it', () => {
  expect(reasonWords('insufficient_funds')).toBe('The bank gives this reason: insufficient funds.');
});
