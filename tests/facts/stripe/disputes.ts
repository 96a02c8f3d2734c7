import assert from 'node:assert/strict';
import type Stripe from 'stripe';
import type { Fact } from '../fact.ts';
import type { StripeVendor } from '../vendors.ts';
import {
  GUIDE_PRICE,
  READ_ON,
  REFUSED,
  eventually,
  idOf,
  payDirectly,
  share,
  waitForEvent,
} from './helpers.ts';

const DISPUTE = 'https://docs.stripe.com/api/disputes/object';
const HOW_DISPUTES_WORK = 'https://docs.stripe.com/disputes/how-disputes-work';
const TEST_DISPUTES = 'https://docs.stripe.com/testing#disputes';
const TEST_EVIDENCE = 'https://docs.stripe.com/testing#evidence';
const CHANGELOG = 'https://docs.stripe.com/changelog/endive/2026-10-28';
const APPEALS = `${CHANGELOG}/evidence-submission-appeal-dispute-decisions`;

/** Pays with a test card that causes a dispute or an inquiry. Returns the dispute. */
const newDispute = async (
  vendor: StripeVendor,
  testMethod: 'pm_card_createDispute' | 'pm_card_createDisputeInquiry',
): Promise<Stripe.Dispute> => {
  const intent = await payDirectly(vendor, testMethod);
  const disputes = await eventually(
    vendor,
    async () => (await vendor.stripe.disputes.list({ payment_intent: intent.id })).data,
    ({ length }) => length > 0,
  );
  assert.equal(disputes.length, 1);
  const [dispute] = disputes;
  assert(dispute);
  return dispute;
};

// Each dispute takes money from the sandbox, so checks that only read a dispute share one.
const sharedDispute = share((vendor) => newDispute(vendor, 'pm_card_createDispute'));
const sharedInquiry = share((vendor) => newDispute(vendor, 'pm_card_createDisputeInquiry'));

/** Decides a dispute by submitting one of Stripe's test texts as evidence. */
const decide = async (
  vendor: StripeVendor,
  id: string,
  text: 'winning_evidence' | 'losing_evidence',
): Promise<Stripe.Dispute> => {
  const { disputes } = vendor.stripe;
  await disputes.update(id, { evidence: { uncategorized_text: text } });
  return eventually(
    vendor,
    () => disputes.retrieve(id),
    ({ status }) => status !== 'needs_response' && status !== 'under_review',
  );
};

const sharedWonDispute = share(async (vendor) => {
  const { id } = await newDispute(vendor, 'pm_card_createDispute');
  return decide(vendor, id, 'winning_evidence');
});

const amountsOf = ({ balance_transactions: transactions }: Stripe.Dispute): number[] =>
  transactions.map(({ amount }) => amount);

export const DISPUTE_FACTS: readonly Fact<StripeVendor>[] = [
  // Open disputes
  {
    promise: 'Opens a dispute with the status needs_response and a deadline in Unix seconds',
    source: TEST_DISPUTES,
    readOn: READ_ON,
    check: async (vendor) => {
      const dispute = await sharedDispute(vendor);
      assert.equal(dispute.status, 'needs_response');
      assert.equal(dispute.amount, GUIDE_PRICE);
      const dueBy = dispute.evidence_details.due_by ?? 0;
      assert(dueBy > dispute.created && dueBy < dispute.created + 100 * 24 * 60 * 60);
    },
  },
  {
    promise: 'Sets due_by to 0 or null if the bank accepts no response',
    source: DISPUTE,
    readOn: READ_ON,
    whyUnchecked: 'No test card causes it.',
  },
  {
    promise: 'Lists the disputes of a charge or of a payment intent',
    source: 'https://docs.stripe.com/api/disputes/list',
    readOn: READ_ON,
    check: async (vendor) => {
      const { disputes } = vendor.stripe;
      const dispute = await sharedDispute(vendor);
      const byCharge = await disputes.list({ charge: idOf(dispute.charge) });
      const byPayment = await disputes.list({ payment_intent: idOf(dispute.payment_intent) });
      assert.deepEqual(
        byCharge.data.map(({ id }) => id),
        [dispute.id],
      );
      assert.deepEqual(
        byPayment.data.map(({ id }) => id),
        [dispute.id],
      );
    },
  },
  {
    promise: 'Sets charge.disputed to true for a dispute',
    source: 'https://docs.stripe.com/api/charges/object',
    readOn: READ_ON,
    check: async (vendor) => {
      const { charge } = await sharedDispute(vendor);
      const { disputed } = await vendor.stripe.charges.retrieve(idOf(charge));
      assert.equal(disputed, true);
    },
  },
  {
    promise: 'Withdraws the amount of a dispute with one balance transaction and an event',
    source: HOW_DISPUTES_WORK,
    readOn: READ_ON,
    check: async (vendor) => {
      const { id } = await sharedDispute(vendor);
      const dispute = await eventually(
        vendor,
        () => vendor.stripe.disputes.retrieve(id),
        ({ balance_transactions: { length } }) => length > 0,
      );
      assert.deepEqual(amountsOf(dispute), [-GUIDE_PRICE]);
      await waitForEvent(vendor, id, 'charge.dispute.created');
      await waitForEvent(vendor, id, 'charge.dispute.funds_withdrawn');
    },
  },
  {
    promise: 'Refuses a refund of a disputed charge with the code charge_disputed',
    source: 'https://docs.stripe.com/error-codes#charge-disputed',
    readOn: READ_ON,
    check: async (vendor) => {
      const dispute = await sharedDispute(vendor);
      assert.equal(dispute.is_charge_refundable, false);
      const refund = vendor.stripe.refunds.create({ charge: idOf(dispute.charge) });
      await assert.rejects(refund, { ...REFUSED, code: 'charge_disputed' });
    },
  },

  // Closed disputes
  {
    promise:
      'Reinstates the amount of a won dispute with a second balance transaction and an event',
    source: TEST_EVIDENCE,
    readOn: READ_ON,
    check: async (vendor) => {
      const { id, status } = await sharedWonDispute(vendor);
      assert.equal(status, 'won');
      const reinstated = await eventually(
        vendor,
        () => vendor.stripe.disputes.retrieve(id),
        ({ balance_transactions: { length } }) => length > 1,
      );
      assert.deepEqual(
        amountsOf(reinstated).toSorted((a, b) => a - b),
        [-GUIDE_PRICE, GUIDE_PRICE],
      );
      await waitForEvent(vendor, id, 'charge.dispute.funds_reinstated');
      await waitForEvent(vendor, id, 'charge.dispute.closed');
    },
  },
  {
    promise: 'Keeps the amount of a lost dispute without a second balance transaction',
    source: TEST_EVIDENCE,
    readOn: READ_ON,
    check: async (vendor) => {
      const { id } = await newDispute(vendor, 'pm_card_createDispute');
      const lost = await decide(vendor, id, 'losing_evidence');
      assert.equal(lost.status, 'lost');
      assert.deepEqual(amountsOf(lost), [-GUIDE_PRICE]);
      await waitForEvent(vendor, id, 'charge.dispute.closed');
    },
  },
  {
    promise: 'Leaves charge.disputed true after the dispute is won',
    source: 'https://docs.stripe.com/api/charges/object',
    readOn: READ_ON,
    check: async (vendor) => {
      // Not documented. The shop lists the disputes of a charge only if the field is true.
      const { charge } = await sharedWonDispute(vendor);
      const { disputed } = await vendor.stripe.charges.retrieve(idOf(charge));
      assert.equal(disputed, true);
    },
  },
  {
    promise: 'Marks a dispute as prevented if it does not become a formal chargeback',
    source: DISPUTE,
    readOn: READ_ON,
    whyUnchecked: 'A check needs dispute prevention in the sandbox. The shop closes the order.',
  },
  {
    promise: 'Sets a dispute to appeal_needs_response, then appeal_under_review, during an appeal',
    source: APPEALS,
    readOn: READ_ON,
    whyUnchecked: 'No test evidence leads to an appeal. The shop closes the order meanwhile.',
  },

  // Inquiries
  {
    promise: 'Opens an inquiry with the status warning_needs_response, and withdraws nothing',
    source: TEST_DISPUTES,
    readOn: READ_ON,
    check: async (vendor) => {
      const inquiry = await sharedInquiry(vendor);
      assert.equal(inquiry.status, 'warning_needs_response');
      assert.deepEqual(inquiry.balance_transactions, []);
      await waitForEvent(vendor, inquiry.id, 'charge.dispute.created');
    },
  },
  {
    promise: 'Sets charge.disputed to true for an inquiry',
    source: 'https://docs.stripe.com/api/charges/object',
    readOn: READ_ON,
    check: async (vendor) => {
      // Not documented. The shop lists the disputes of a charge only if the field is true.
      const { charge } = await sharedInquiry(vendor);
      const { disputed } = await vendor.stripe.charges.retrieve(idOf(charge));
      assert.equal(disputed, true);
    },
  },
  {
    promise: 'Allows a refund during an inquiry',
    source: DISPUTE,
    readOn: READ_ON,
    check: async (vendor) => {
      const inquiry = await newDispute(vendor, 'pm_card_createDisputeInquiry');
      assert.equal(inquiry.is_charge_refundable, true);
      const refund = await vendor.stripe.refunds.create({ charge: idOf(inquiry.charge) });
      assert.equal(refund.status, 'succeeded');
    },
  },
  {
    promise: 'Closes an inquiry with the status warning_closed if no dispute follows',
    source: DISPUTE,
    readOn: READ_ON,
    whyUnchecked: 'A check would take weeks. No test evidence is documented for it.',
  },
];
