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
  waitForEvent,
  waitForNextSecond,
} from './helpers.ts';

const REFUNDS = 'https://docs.stripe.com/refunds';
const REFUND = 'https://docs.stripe.com/api/refunds/object';
const TEST_REFUNDS = 'https://docs.stripe.com/testing#refunds';

/** Pays, and returns the id of the charge. */
const newCharge = async (vendor: StripeVendor, testMethod = 'pm_card_visa'): Promise<string> => {
  const intent = await payDirectly(vendor, testMethod);
  return idOf(intent.latest_charge);
};

const readRefund = async (
  { stripe }: StripeVendor,
  charge: string,
): Promise<Stripe.Refund | undefined> => {
  const { data } = await stripe.refunds.list({ charge });
  return data[0];
};

export const REFUND_FACTS: readonly Fact<StripeVendor>[] = [
  {
    promise: 'Refunds a charge in parts, but no more than its amount',
    source: REFUNDS,
    readOn: READ_ON,
    check: async (vendor) => {
      const { refunds, charges } = vendor.stripe;
      const charge = await newCharge(vendor);
      const part = await refunds.create({ charge, amount: 300 });
      assert.equal(part.amount, 300);
      const afterPart = await charges.retrieve(charge);
      assert.equal(afterPart.amount_refunded, 300);
      assert.equal(afterPart.refunded, false);
      await assert.rejects(refunds.create({ charge, amount: GUIDE_PRICE }), REFUSED);
      const rest = await refunds.create({ charge });
      assert.equal(rest.amount, GUIDE_PRICE - 300);
      const afterAll = await charges.retrieve(charge);
      assert.equal(afterAll.amount_refunded, GUIDE_PRICE);
      assert.equal(afterAll.refunded, true);
      const again = { ...REFUSED, code: 'charge_already_refunded' };
      await assert.rejects(refunds.create({ charge }), again);
    },
  },
  {
    promise:
      'Refunds a card payment with the status succeeded, and returns its charge and payment ids',
    source: REFUND,
    readOn: READ_ON,
    check: async (vendor) => {
      const intent = await payDirectly(vendor, 'pm_card_visa');
      const refund = await vendor.stripe.refunds.create({ payment_intent: intent.id });
      assert.equal(refund.status, 'succeeded');
      assert.equal(refund.payment_intent, intent.id);
      assert.equal(refund.charge, idOf(intent.latest_charge));
      assert.equal(refund.currency, 'usd');
    },
  },
  {
    promise: 'Sends refund.created for the refund, and charge.refunded for the charge',
    source: 'https://docs.stripe.com/api/events/types',
    readOn: READ_ON,
    check: async (vendor) => {
      const charge = await newCharge(vendor);
      const refund = await vendor.stripe.refunds.create({ charge, amount: 100 });
      await waitForEvent(vendor, refund.id, 'refund.created');
      await waitForEvent(vendor, charge, 'charge.refunded');
    },
  },
  {
    promise:
      'Includes at most ten refunds in an expanded charge, and sets has_more if there are others',
    source: 'https://docs.stripe.com/api/pagination',
    readOn: READ_ON,
    check: async (vendor) => {
      const { refunds, charges } = vendor.stripe;
      const charge = await newCharge(vendor);
      for (let count = 0; count < 11; count += 1) await refunds.create({ charge, amount: 10 });
      const { refunds: included } = await charges.retrieve(charge, { expand: ['refunds'] });
      assert.equal(included?.data.length, 10);
      assert.equal(included?.has_more, true);
      const { data } = await refunds.list({ charge, limit: 100 });
      assert.equal(data.length, 11);
      const paged = await refunds.list({ charge, limit: 4 }).autoPagingToArray({ limit: 100 });
      assert.deepEqual(
        paged.map(({ id }) => id),
        data.map(({ id }) => id),
      );
    },
  },
  {
    promise: 'Includes no refunds in a charge unless a call expands them',
    source: 'https://docs.stripe.com/changelog/2022-11-15/deprecates-charges-auto-expand',
    readOn: READ_ON,
    check: async (vendor) => {
      const charge = await newCharge(vendor);
      await vendor.stripe.refunds.create({ charge });
      const { refunds } = await vendor.stripe.charges.retrieve(charge);
      assert.equal(refunds ?? null, null);
    },
  },
  {
    promise: 'Lists the refunds of a charge or of a payment intent, newest first',
    source: 'https://docs.stripe.com/api/refunds/list',
    readOn: READ_ON,
    check: async (vendor) => {
      const { refunds } = vendor.stripe;
      const { id, latest_charge: charge } = await payDirectly(vendor, 'pm_card_visa');
      const first = await refunds.create({ payment_intent: id, amount: 100 });
      await waitForNextSecond();
      const second = await refunds.create({ payment_intent: id, amount: 100 });
      for (const filter of [{ payment_intent: id }, { charge: idOf(charge) }]) {
        const { data } = await refunds.list(filter);
        assert.deepEqual(
          data.map((refund) => refund.id),
          [second.id, first.id],
        );
      }
    },
  },
  {
    promise: 'Changes a refund from succeeded to failed if the buyer’s bank later rejects it',
    source: TEST_REFUNDS,
    readOn: READ_ON,
    check: async (vendor) => {
      const { refunds, charges } = vendor.stripe;
      const charge = await newCharge(vendor, 'pm_card_refundFail');
      const refund = await refunds.create({ charge });
      assert.equal(refund.status, 'succeeded');
      const failed = await eventually(
        vendor,
        () => readRefund(vendor, charge),
        (found) => found?.status !== 'succeeded',
      );
      assert.equal(failed?.status, 'failed');
      assert.equal(failed?.id, refund.id);
      await waitForEvent(vendor, refund.id, 'refund.failed');
      // The seller has the money again, so the charge no longer includes the refund.
      const { amount_refunded: refunded } = await charges.retrieve(charge);
      assert.equal(refunded, 0);
    },
  },
  {
    promise: 'Sets a refund to pending, requires_action, succeeded, failed or canceled',
    source: REFUND,
    readOn: READ_ON,
    whyUnchecked: 'A refund to a card only succeeds or fails. The shop accepts any other status.',
  },
  {
    promise: 'Never deletes a refund or a dispute from a charge',
    source: REFUND,
    readOn: READ_ON,
    whyUnchecked:
      'No call deletes one. If a stored refund or dispute is missing, the response is stale.',
  },
  {
    promise: 'Reports some refunds only as charge.refunded, and some only as refund events',
    source: 'https://docs.stripe.com/changelog/acacia/2024-10-28/refund-webhook-update',
    readOn: READ_ON,
    whyUnchecked: 'This affects refunds from old API versions. The shop handles both.',
  },
];
