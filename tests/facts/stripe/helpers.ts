import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import Stripe from 'stripe';
import { SkippedCheck } from '../fact.ts';
import type { StripeVendor } from '../vendors.ts';

/** The day on which the pages in this folder were read. */
export const READ_ON = '2026-11-28';

export const GUIDE_PRICE = 899;

export const SUCCESS_URL = 'https://example.com/?session_id={CHECKOUT_SESSION_ID}';

type SessionParams = Stripe.Checkout.SessionCreateParams;
type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;
type PriceData = Stripe.Checkout.SessionCreateParams.LineItem.PriceData;

/** The line item of a guide with the fields that the shop sends. */
export const guideLine = ({ label }: StripeVendor, changes: Partial<PriceData> = {}): LineItem => ({
  quantity: 1,
  price_data: {
    currency: 'usd',
    unit_amount: GUIDE_PRICE,
    product_data: { name: label },
    ...changes,
  },
});

/** Ignores the error that Stripe returns for a complete or already expired session. */
const expireIfOpen = async ({ stripe }: StripeVendor, id: string): Promise<void> => {
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
};

/** Opens a session for a guide with the parameters that the shop sends. */
export const openSession = async (
  vendor: StripeVendor,
  changes: Partial<SessionParams> = {},
  options: Stripe.RequestOptions = {},
): Promise<Stripe.Checkout.Session> => {
  const { stripe, label, cleanUpLater } = vendor;
  const params: SessionParams = {
    mode: 'payment',
    line_items: [guideLine(vendor)],
    success_url: SUCCESS_URL,
    metadata: { label },
    payment_intent_data: { metadata: { label } },
    // Stripe enables managed payments by default for some accounts.
    managed_payments: { enabled: false },
    ...changes,
  };
  const session = await stripe.checkout.sessions.create(params, options);
  cleanUpLater(() => expireIfOpen(vendor, session.id));
  return session;
};

/** Opens a session, pays on its page, and returns it with `EXPANDED_PAYMENT` expanded. */
export const openPaidSession = async (
  vendor: StripeVendor,
  changes: Partial<SessionParams> = {},
): Promise<Stripe.Checkout.Session> => {
  const session = await openSession(vendor, changes);
  await vendor.payHosted(session, '4242424242424242');
  return vendor.stripe.checkout.sessions.retrieve(session.id, { expand: [EXPANDED_PAYMENT] });
};

/** Returns a function that creates an object once per vendor. No check may change the object. */
export const share = <T>(
  create: (vendor: StripeVendor) => Promise<T>,
): ((vendor: StripeVendor) => Promise<T>) => {
  const objects = new WeakMap<StripeVendor, Promise<T>>();
  return (vendor) => {
    const object = objects.get(vendor) ?? create(vendor);
    objects.set(vendor, object);
    return object;
  };
};

/** A paid session that all checks share, so that a person pays only once. */
export const sharedPaidSession = share((vendor) => openPaidSession(vendor));

export const EXPANDED_PAYMENT = 'payment_intent.latest_charge.refunds';

/** Returns the object in an expandable field. Throws if the field contains only an id. */
export const expanded = <T extends object>(field: string | T | null | undefined): T => {
  assert(typeof field === 'object' && field !== null, 'the field is not expanded');
  return field;
};

export const idOf = (field: string | { id: string } | null): string => {
  assert(field !== null, 'the field has no id');
  return typeof field === 'string' ? field : field.id;
};

/** Pays without a hosted page. See docs.stripe.com/testing for values of `testMethod`. */
export const payDirectly = async (
  { stripe, label }: StripeVendor,
  testMethod: string,
  options: Stripe.RequestOptions = {},
): Promise<Stripe.PaymentIntent> => {
  const params: Stripe.PaymentIntentCreateParams = {
    amount: GUIDE_PRICE,
    currency: 'usd',
    confirm: true,
    metadata: { label },
    payment_method: testMethod,
    allowed_payment_method_types: ['card'],
  };
  if (testMethod.startsWith('pm_usBankAccount')) {
    const online = { ip_address: '192.0.2.1', user_agent: 'shop-facts' };
    params.allowed_payment_method_types = ['us_bank_account'];
    params.mandate_data = { customer_acceptance: { type: 'online', online } };
  }
  return stripe.paymentIntents.create(params, options);
};

const TIMEOUT_IN_MS = 30_000;

/** Reads a value until `isReached` accepts it. Stripe's test banks need a few seconds. */
export const eventually = async <T>(
  { isStandIn }: StripeVendor,
  read: () => Promise<T>,
  isReached: (value: T) => boolean,
): Promise<T> => {
  const endAt = Date.now() + TIMEOUT_IN_MS;
  let value = await read();
  while (!isReached(value)) {
    assert(Date.now() < endAt, `timed out after ${TIMEOUT_IN_MS / 1000} s`);
    await setTimeout(isStandIn ? 10 : 1000);
    value = await read();
  }
  return value;
};

/** Waits for an event about the object with this id. */
export const waitForEvent = async (
  vendor: StripeVendor,
  id: string,
  type: string,
): Promise<Stripe.Event> => {
  const findEvent = async (): Promise<Stripe.Event | undefined> => {
    // The filter keeps the event on the first page even in a busy sandbox.
    const { data } = await vendor.stripe.events.list({ types: [type], limit: 100 });
    return data.find(({ data: { object } }) => 'id' in object && object.id === id);
  };
  const event = await eventually(vendor, findEvent, (found) => found !== undefined);
  assert(event);
  return event;
};

/** After the wait, a new object is newer than all others, because `created` is in whole seconds. */
export const waitForNextSecond = (): Promise<void> => setTimeout(1100);

/** Accepts objects from the same second in any order. */
export const assertNewestFirst = (list: readonly { readonly created: number }[]): void => {
  let latest = Infinity;
  for (const { created } of list) {
    assert(created <= latest, `${created} is listed after ${latest}`);
    latest = created;
  }
};

/** Creates a promotion code. Its discount applies to one payment. */
export const createPromotionCode = async (
  { stripe, label, cleanUpLater }: StripeVendor,
  percentOff: number,
  restrictions: Stripe.PromotionCodeCreateParams.Restrictions = {},
): Promise<Stripe.PromotionCode> => {
  const coupon = await stripe.coupons.create({
    percent_off: percentOff,
    duration: 'once',
    metadata: { label },
  });
  cleanUpLater(() => stripe.coupons.del(coupon.id));
  const promotionCode = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    // Contains uppercase and lowercase letters, and is unique, so that a search finds only this
    // code.
    code: `Facts${Math.random().toString(36).slice(2)}`,
    metadata: { label },
    restrictions,
  });
  cleanUpLater(() => stripe.promotionCodes.update(promotionCode.id, { active: false }));
  return promotionCode;
};

/** Skips a check if Stripe Tax is not set up in the sandbox. */
export const skipWithoutTax = async ({ stripe }: StripeVendor): Promise<void> => {
  const { status } = await stripe.tax.settings.retrieve();
  if (status !== 'active') throw new SkippedCheck('Stripe Tax is not set up in this sandbox.');
};

/** Matches the error for a call that Stripe rejects because of its parameters. */
export const REFUSED = { type: 'StripeInvalidRequestError', statusCode: 400 } as const;

export const RESOURCE_MISSING = {
  type: 'StripeInvalidRequestError',
  code: 'resource_missing',
} as const;
