import assert from 'node:assert/strict';
import type Stripe from 'stripe';
import type { Fact } from '../fact.ts';
import type { StripeVendor } from '../vendors.ts';
import { withTax } from './checkout.ts';
import {
  EXPANDED_PAYMENT,
  GUIDE_PRICE,
  READ_ON,
  createPromotionCode,
  eventually,
  expanded,
  idOf,
  openPaidSession,
  openSession,
  payDirectly,
  sharedPaidSession,
  skipWithoutTax,
  waitForEvent,
} from './helpers.ts';

const SESSION = 'https://docs.stripe.com/api/checkout/sessions/object';
const SESSION_LIST = 'https://docs.stripe.com/api/checkout/sessions/list';
const FULFILLMENT = 'https://docs.stripe.com/checkout/fulfillment';
const BANK_DEBIT = 'https://docs.stripe.com/payments/ach-direct-debit';

/** Reads a session with its payment and charge. */
const readPayment = async (
  { stripe }: StripeVendor,
  id: string,
): Promise<{
  readonly session: Stripe.Checkout.Session;
  readonly intent: Stripe.PaymentIntent;
  readonly charge: Stripe.Charge;
}> => {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: [EXPANDED_PAYMENT] });
  const intent = expanded<Stripe.PaymentIntent>(session.payment_intent);
  const charge = expanded<Stripe.Charge>(intent.latest_charge);
  return { session, intent, charge };
};

/** Pays a taxed price with a promotion code. Guides must be taxable at the buyer's address. */
const payWithDiscountAndTax = async (
  vendor: StripeVendor,
  behavior: 'inclusive' | 'exclusive',
): Promise<{ readonly total: number | null; readonly discount: number; readonly tax: number }> => {
  await skipWithoutTax(vendor);
  const { id } = await createPromotionCode(vendor, 25);
  const params = { ...withTax(vendor, behavior), discounts: [{ promotion_code: id }] };
  const session = await openPaidSession(vendor, params);
  assert.equal(session.amount_subtotal, GUIDE_PRICE);
  const { amount_discount: discount = 0, amount_tax: tax = 0 } = session.total_details ?? {};
  assert(discount > 0);
  assert(tax > 0, 'guides are not taxed at the buyer’s address');
  return { total: session.amount_total, discount, tax };
};

const WHY_NO_BANK = 'No API completes a hosted session, and a bank debit needs a page of the bank.';

/** Opens a session with a pending bank debit. Works only with the stand-in. */
const openDebitedSession = async (vendor: StripeVendor): Promise<string> => {
  const { id } = await openSession(vendor);
  await vendor.control('pay', { session: id, method: 'bank' });
  return id;
};

export const PAYMENT_FACTS: readonly Fact<StripeVendor>[] = [
  // Cards
  {
    promise: 'Sets a session to complete and paid after a card payment',
    source: SESSION,
    readOn: READ_ON,
    check: async (vendor) => {
      const session = await sharedPaidSession(vendor);
      assert.equal(session.status, 'complete');
      assert.equal(session.payment_status, 'paid');
      assert.equal(session.amount_total, GUIDE_PRICE);
    },
  },
  {
    promise: 'Leaves a session open and unpaid after a declined card',
    source: SESSION,
    readOn: READ_ON,
    whyNotLive: 'A check needs a person who tries a declined card and then stops.',
    checkStandIn: async (vendor) => {
      const { id } = await openSession(vendor);
      const decline = { session: id, card: '4000000000000002' };
      await assert.rejects(vendor.control('pay', decline), /declined/);
      const session = await vendor.stripe.checkout.sessions.retrieve(id);
      assert.equal(session.status, 'open');
      assert.equal(session.payment_status, 'unpaid');
    },
  },
  {
    promise: 'Returns the buyer’s email address in customer_details, and null in customer_email',
    source: SESSION,
    readOn: READ_ON,
    check: async (vendor) => {
      const { customer_details: buyer, customer_email: prefilled } =
        await sharedPaidSession(vendor);
      assert.match(buyer?.email ?? '', /@/);
      // `customer_email` stays null, because the shop passes no address.
      assert.equal(prefilled, null);
    },
  },
  {
    promise: 'Copies payment_intent_data.metadata to the payment intent and its charge',
    source: 'https://docs.stripe.com/metadata',
    readOn: READ_ON,
    check: async (vendor) => {
      const { id } = await sharedPaidSession(vendor);
      const { intent, charge } = await readPayment(vendor, id);
      assert.equal(intent.metadata['label'], vendor.label);
      assert.equal(charge.metadata['label'], vendor.label);
    },
  },
  {
    promise: 'Expands the charge of a paid session with an empty list of refunds',
    source: 'https://docs.stripe.com/changelog/2022-11-15/deprecates-charges-auto-expand',
    readOn: READ_ON,
    check: async (vendor) => {
      const { id } = await sharedPaidSession(vendor);
      const { intent, charge } = await readPayment(vendor, id);
      assert.equal(intent.status, 'succeeded');
      assert.equal(charge.status, 'succeeded');
      assert.equal(charge.disputed, false);
      assert.deepEqual(charge.refunds?.data, []);
      assert.equal(charge.refunds?.has_more, false);
      const { data } = await vendor.stripe.checkout.sessions.list({ payment_intent: intent.id });
      assert.equal(
        typeof data[0]?.payment_intent,
        'string',
        'the payment intent is expanded without a request',
      );
    },
  },
  {
    promise: 'Finds the session of a payment with the filter payment_intent',
    source: SESSION_LIST,
    readOn: READ_ON,
    check: async (vendor) => {
      const { id, payment_intent: intent } = await sharedPaidSession(vendor);
      const paymentId = idOf(intent);
      const { data } = await vendor.stripe.checkout.sessions.list({ payment_intent: paymentId });
      assert.deepEqual(
        data.map((session) => session.id),
        [id],
      );
    },
  },
  {
    promise: 'Lists only the sessions with the requested status',
    source: SESSION_LIST,
    readOn: READ_ON,
    check: async (vendor) => {
      const paid = await sharedPaidSession(vendor);
      const open = await openSession(vendor);
      const { data } = await vendor.stripe.checkout.sessions.list({ status: 'complete' });
      assert(data.every(({ status }) => status === 'complete'));
      assert(data.some(({ id }) => id === paid.id));
      assert(data.every(({ id }) => id !== open.id));
    },
  },
  {
    promise: 'Lists the sessions with the email address that the buyer typed',
    source: SESSION_LIST,
    readOn: READ_ON,
    check: async (vendor) => {
      const { id, customer_details: buyer } = await sharedPaidSession(vendor);
      const email = buyer?.email ?? '';
      const { sessions } = vendor.stripe.checkout;
      const { data } = await sessions.list({ customer_details: { email } });
      assert(data.some((session) => session.id === id));
      const others = await sessions.list({ customer_details: { email: `${vendor.label}@x.com` } });
      assert.deepEqual(others.data, []);
    },
  },
  {
    promise: 'Lists the sessions of an email address regardless of case',
    source: SESSION_LIST,
    readOn: READ_ON,
    whyUnchecked: 'Not documented. The shop requests each spelling that it knows.',
  },
  {
    promise: 'Sends charge.succeeded and payment_intent.succeeded for a card payment',
    source: 'https://docs.stripe.com/api/events/types',
    readOn: READ_ON,
    check: async (vendor) => {
      const intent = await payDirectly(vendor, 'pm_card_visa');
      await waitForEvent(vendor, intent.id, 'payment_intent.succeeded');
      await waitForEvent(vendor, idOf(intent.latest_charge), 'charge.succeeded');
    },
  },
  {
    promise: 'Sends checkout.session.completed for a paid session',
    source: FULFILLMENT,
    readOn: READ_ON,
    check: async (vendor) => {
      const { id } = await sharedPaidSession(vendor);
      await waitForEvent(vendor, id, 'checkout.session.completed');
    },
  },
  {
    promise: 'Sends the events of a payment in no particular order',
    source: 'https://docs.stripe.com/webhooks#event-ordering',
    readOn: READ_ON,
    whyUnchecked: 'The order may differ each time. The shop reads the current state instead.',
  },

  // Free sessions
  {
    promise: 'Completes a free session with no_payment_required and without a payment intent',
    source: 'https://docs.stripe.com/payments/checkout/no-cost-orders',
    readOn: READ_ON,
    check: async (vendor) => {
      const { id } = await createPromotionCode(vendor, 100);
      const session = await openPaidSession(vendor, { discounts: [{ promotion_code: id }] });
      assert.equal(session.status, 'complete');
      assert.equal(session.payment_status, 'no_payment_required');
      assert.equal(session.amount_total, 0);
      assert.equal(session.payment_intent, null);
    },
  },

  // Discounts and taxes. The tax depends on the buyer's address.
  {
    promise: 'Includes inclusive tax in amount_total after the discount',
    source: 'https://docs.stripe.com/tax/products-prices-tax-codes-tax-behavior',
    readOn: READ_ON,
    check: async (vendor) => {
      const { total, discount } = await payWithDiscountAndTax(vendor, 'inclusive');
      assert.equal(total, GUIDE_PRICE - discount);
    },
  },
  {
    promise: 'Adds exclusive tax to amount_total after the discount',
    source: 'https://docs.stripe.com/tax/products-prices-tax-codes-tax-behavior',
    readOn: READ_ON,
    check: async (vendor) => {
      const { total, discount, tax } = await payWithDiscountAndTax(vendor, 'exclusive');
      assert.equal(total, GUIDE_PRICE - discount + tax);
    },
  },
  {
    promise: 'Returns amount_total in the shop’s currency if the buyer pays in another currency',
    source: 'https://docs.stripe.com/changelog/basil/2025-03-31/add_presentment_details',
    readOn: READ_ON,
    whyNotLive: 'A check needs a buyer in another country.',
    checkStandIn: async (vendor) => {
      const { id } = await openSession(vendor, { adaptive_pricing: { enabled: true } });
      await vendor.control('pay', { session: id, abroad: true });
      const session = await vendor.stripe.checkout.sessions.retrieve(id);
      assert.equal(session.currency, 'usd');
      assert.equal(session.amount_total, GUIDE_PRICE);
      assert.equal(session.presentment_details?.presentment_currency, 'eur');
    },
  },

  // Bank debits
  {
    promise:
      'Creates the charge of a bank debit immediately, and does not change created on settlement',
    source: BANK_DEBIT,
    readOn: READ_ON,
    check: async (vendor) => {
      const { stripe } = vendor;
      const started = await payDirectly(vendor, 'pm_usBankAccount_success');
      assert.equal(started.status, 'processing');
      const chargeId = idOf(started.latest_charge);
      const pending = await stripe.charges.retrieve(chargeId);
      const settled = await eventually(
        vendor,
        () => stripe.paymentIntents.retrieve(started.id),
        ({ status }) => status !== 'processing',
      );
      assert.equal(settled.status, 'succeeded');
      const charge = await stripe.charges.retrieve(idOf(settled.latest_charge));
      assert.equal(charge.id, chargeId);
      assert.equal(charge.status, 'succeeded');
      assert.equal(charge.created, pending.created);
      const settlement = await waitForEvent(vendor, chargeId, 'charge.succeeded');
      assert(settlement.created > charge.created);
    },
  },
  {
    promise: 'Settles a bank debit after up to four business days',
    source: `${BANK_DEBIT}#timing`,
    readOn: READ_ON,
    whyUnchecked: 'A check would take days. In a sandbox, a bank debit settles in seconds.',
  },
  {
    promise: 'Completes a session with a bank debit as unpaid until async_payment_succeeded',
    source: FULFILLMENT,
    readOn: READ_ON,
    whyNotLive: WHY_NO_BANK,
    checkStandIn: async (vendor) => {
      const id = await openDebitedSession(vendor);
      const before = await readPayment(vendor, id);
      assert.equal(before.session.status, 'complete');
      assert.equal(before.session.payment_status, 'unpaid');
      assert.equal(before.intent.status, 'processing');
      assert.equal(before.charge.status, 'pending');
      await vendor.control('settle', { session: id, outcome: 'succeeded' });
      const after = await readPayment(vendor, id);
      assert.equal(after.session.payment_status, 'paid');
      await waitForEvent(vendor, id, 'checkout.session.completed');
      await waitForEvent(vendor, id, 'checkout.session.async_payment_succeeded');
    },
  },
  {
    promise: 'Leaves a session complete and unpaid after a failed bank debit',
    source: FULFILLMENT,
    readOn: READ_ON,
    whyNotLive: WHY_NO_BANK,
    checkStandIn: async (vendor) => {
      const id = await openDebitedSession(vendor);
      await vendor.control('settle', { session: id, outcome: 'failed' });
      const { session, intent } = await readPayment(vendor, id);
      assert.equal(session.status, 'complete');
      assert.equal(session.payment_status, 'unpaid');
      assert.equal(intent.status, 'requires_payment_method');
      await waitForEvent(vendor, id, 'checkout.session.async_payment_failed');
    },
  },
];
