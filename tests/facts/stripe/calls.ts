import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import type { Fact } from '../fact.ts';
import type { StripeVendor } from '../vendors.ts';
import {
  EXPANDED_PAYMENT,
  READ_ON,
  REFUSED,
  RESOURCE_MISSING,
  assertNewestFirst,
  openSession,
  payDirectly,
  waitForNextSecond,
} from './helpers.ts';

const IDEMPOTENCY = 'https://docs.stripe.com/api/idempotent_requests';
const ERRORS = 'https://docs.stripe.com/api/errors';
const RATE_LIMITS = 'https://docs.stripe.com/rate-limits';
const EXPANDING = 'https://docs.stripe.com/api/expanding_objects';

/** Returns the error of a call that must fail. */
const errorOf = async (call: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert(
    error instanceof Stripe.errors.StripeError,
    'the call did not fail with an error from Stripe',
  );
  return error;
};

/** Makes the stand-in fail a call with this status. Returns the error. */
const errorOfFailedCall = async (
  { stripe, control }: StripeVendor,
  status: number,
): Promise<Stripe.errors.StripeError> => {
  await control('faults', { api: { status, times: 1 } });
  try {
    return await errorOf(stripe.accounts.retrieveCurrent());
  } finally {
    await control('faults', {});
  }
};

export const CALL_FACTS: readonly Fact<StripeVendor>[] = [
  // Idempotency keys. The SDK sends the same key when it retries a call.
  {
    promise: 'Replays the response for an idempotency key, so a repeated call creates nothing',
    source: IDEMPOTENCY,
    readOn: READ_ON,
    check: async (vendor) => {
      const idempotencyKey = randomUUID();
      const first = await openSession(vendor, {}, { idempotencyKey });
      const second = await openSession(vendor, {}, { idempotencyKey });
      assert.equal(second.id, first.id);
    },
  },
  {
    promise: 'Replays the original response even if the object has changed since',
    source: IDEMPOTENCY,
    readOn: READ_ON,
    check: async (vendor) => {
      const idempotencyKey = randomUUID();
      const first = await openSession(vendor, {}, { idempotencyKey });
      await vendor.stripe.checkout.sessions.expire(first.id);
      const second = await openSession(vendor, {}, { idempotencyKey });
      assert.equal(second.status, 'open');
    },
  },
  {
    promise: 'Replays an error too, so a repeated call fails even if it could succeed now',
    source: IDEMPOTENCY,
    readOn: READ_ON,
    check: async (vendor) => {
      const key = { idempotencyKey: randomUUID() };
      const first = await errorOf(payDirectly(vendor, 'pm_card_visa_chargeDeclined', key));
      const second = await errorOf(payDirectly(vendor, 'pm_card_visa_chargeDeclined', key));
      assert.equal(first.code, 'card_declined');
      assert.equal(first.headers?.['idempotent-replayed'], undefined);
      assert.equal(second.code, 'card_declined');
      assert.equal(second.headers?.['idempotent-replayed'], 'true');
    },
  },
  {
    promise: 'Refuses an idempotency key that was used with different parameters',
    source: IDEMPOTENCY,
    readOn: READ_ON,
    check: async (vendor) => {
      const idempotencyKey = randomUUID();
      await openSession(vendor, {}, { idempotencyKey });
      const other = openSession(vendor, { cancel_url: 'https://example.com' }, { idempotencyKey });
      await assert.rejects(other, { type: 'StripeIdempotencyError', statusCode: 400 });
    },
  },
  {
    promise: 'Saves nothing under an idempotency key if a parameter is invalid',
    source: IDEMPOTENCY,
    readOn: READ_ON,
    check: async (vendor) => {
      const idempotencyKey = randomUUID();
      const invalid = openSession(vendor, { success_url: 'nowhere' }, { idempotencyKey });
      await assert.rejects(invalid, REFUSED);
      const session = await openSession(vendor, {}, { idempotencyKey });
      assert.equal(session.status, 'open');
    },
  },
  {
    promise: 'Forgets an idempotency key after at least 24 hours',
    source: IDEMPOTENCY,
    readOn: READ_ON,
    whyUnchecked: 'A check would take a day. tests/stripe advances the stand-in’s clock.',
  },

  // Ids
  {
    promise: 'Refuses an unknown, well-formed session id with 404 resource_missing',
    source: 'https://docs.stripe.com/error-codes#resource-missing',
    readOn: READ_ON,
    check: async ({ stripe }) => {
      const unknown = stripe.checkout.sessions.retrieve(`cs_test_${'a'.repeat(58)}`);
      await assert.rejects(unknown, { ...RESOURCE_MISSING, statusCode: 404 });
    },
  },
  {
    promise: 'Refuses a malformed session id with 400 and without a code',
    source: 'https://github.com/stripe/stripe-cli/issues/761',
    readOn: READ_ON,
    check: async ({ stripe }) => {
      // The last id has 67 characters. The limit is not documented.
      for (const id of ['1', '{CHECKOUT_SESSION_ID}', `cs_test_${'a'.repeat(59)}`]) {
        const error = await errorOf(stripe.checkout.sessions.retrieve(id));
        assert.equal(error.statusCode, 400);
        assert.equal(error.code, undefined);
      }
    },
  },
  {
    promise: 'Refuses an unknown payment intent with resource_missing',
    source: 'https://docs.stripe.com/error-codes#resource-missing',
    readOn: READ_ON,
    check: async ({ stripe }) => {
      await assert.rejects(stripe.paymentIntents.retrieve('pi_unknown'), RESOURCE_MISSING);
    },
  },
  {
    promise: 'Lists no sessions for an unknown payment intent, or refuses it with resource_missing',
    source: 'https://docs.stripe.com/api/checkout/sessions/list',
    readOn: READ_ON,
    check: async ({ stripe }) => {
      // The documentation does not say which of the two happens. The shop accepts both.
      const list = stripe.checkout.sessions.list({ payment_intent: 'pi_unknown' });
      const result = await list.catch((error: unknown) => error);
      if (!(result instanceof Error)) {
        assert.deepEqual((await list).data, []);
        return;
      }
      assert('code' in result);
      assert.equal(result.code, RESOURCE_MISSING.code);
    },
  },

  // Errors
  {
    promise: 'Refuses an invalid key with 401 (StripeAuthenticationError)',
    source: ERRORS,
    readOn: READ_ON,
    check: async ({ stripe }) => {
      const call = stripe.accounts.retrieveCurrent({}, { apiKey: 'sk_test_invalid' });
      await assert.rejects(call, { type: 'StripeAuthenticationError', statusCode: 401 });
    },
  },
  {
    promise: 'Refuses a restricted key that lacks a permission with 403 (StripePermissionError)',
    source: 'https://docs.stripe.com/keys/restricted-api-keys',
    readOn: READ_ON,
    whyUnchecked: 'A check needs a restricted key as well, which no API creates.',
  },
  {
    promise: 'Refuses a declined card with 402 and the code card_declined',
    source: 'https://docs.stripe.com/error-codes#card-declined',
    readOn: READ_ON,
    check: async (vendor) => {
      const declined = payDirectly(vendor, 'pm_card_visa_chargeDeclined');
      const refusal = { type: 'StripeCardError', code: 'card_declined', statusCode: 402 };
      await assert.rejects(declined, refusal);
    },
  },
  {
    promise: 'Refuses too many calls with 429 (StripeRateLimitError)',
    source: RATE_LIMITS,
    readOn: READ_ON,
    whyNotLive: 'A check would slow down everything else in the sandbox.',
    checkStandIn: async (vendor) => {
      const error = await errorOfFailedCall(vendor, 429);
      assert(error instanceof Stripe.errors.StripeRateLimitError);
    },
  },
  {
    promise: 'Responds with 5xx to a call that fails at Stripe (StripeAPIError)',
    source: ERRORS,
    readOn: READ_ON,
    whyNotLive: 'No call makes Stripe fail.',
    checkStandIn: async (vendor) => {
      const error = await errorOfFailedCall(vendor, 500);
      assert(error instanceof Stripe.errors.StripeAPIError);
    },
  },
  {
    promise:
      'Accepts 25 calls a second to an endpoint, and 100 in live mode or 25 in a sandbox overall',
    source: RATE_LIMITS,
    readOn: READ_ON,
    whyUnchecked:
      'A check would have to exceed the limit. An endpoint is a method and a path with any ids.',
  },

  // Expanding
  {
    promise: 'Accepts the path payment_intent.latest_charge.refunds for a session',
    source: EXPANDING,
    readOn: READ_ON,
    check: async (vendor) => {
      const { id } = await openSession(vendor);
      const expand = [EXPANDED_PAYMENT];
      const session = await vendor.stripe.checkout.sessions.retrieve(id, { expand });
      assert.equal(session.id, id);
    },
  },
  {
    promise: 'Expands up to four levels, and counts "data." of a list as one',
    source: 'https://docs.stripe.com/expand#multiple-levels',
    readOn: READ_ON,
    check: async ({ stripe }) => {
      const { sessions } = stripe.checkout;
      await sessions.list({ limit: 1, expand: [`data.${EXPANDED_PAYMENT}`] });
      const tooDeep = sessions.list({ limit: 1, expand: [`data.${EXPANDED_PAYMENT}.data`] });
      await assert.rejects(tooDeep, { ...REFUSED, code: 'property_expansion_max_depth' });
    },
  },
  {
    promise: 'Refuses to expand a field of list items without "data."',
    source: EXPANDING,
    readOn: READ_ON,
    check: async ({ stripe }) => {
      const list = stripe.checkout.sessions.list({ limit: 1, expand: ['payment_intent'] });
      await assert.rejects(list, REFUSED);
    },
  },

  // Lists
  {
    promise: 'Lists up to 100 objects per page, newest first, and continues after a given id',
    source: 'https://docs.stripe.com/api/pagination',
    readOn: READ_ON,
    check: async (vendor) => {
      const { sessions } = vendor.stripe.checkout;
      const older = await openSession(vendor);
      await waitForNextSecond();
      const newer = await openSession(vendor);
      const { data } = await sessions.list({ limit: 100 });
      assertNewestFirst(data);
      const ids = data.map(({ id }) => id);
      assert(ids.indexOf(newer.id) !== -1);
      assert(ids.indexOf(newer.id) < ids.indexOf(older.id));
      const next = await sessions.list({ limit: 1, starting_after: newer.id });
      assert.deepEqual(
        next.data.map(({ id }) => id),
        [ids[ids.indexOf(newer.id) + 1]],
      );
      await assert.rejects(sessions.list({ limit: 101 }), REFUSED);
    },
  },

  // `npm run doctor`
  {
    promise: 'Returns in charges_enabled whether the key’s account accepts payments',
    source: 'https://docs.stripe.com/api/accounts/object',
    readOn: READ_ON,
    check: async ({ stripe }) => {
      const account = await stripe.accounts.retrieveCurrent();
      assert.equal(typeof account.charges_enabled, 'boolean');
    },
  },
  {
    promise: 'Returns active or pending as the status of the Stripe Tax settings',
    source: 'https://docs.stripe.com/api/tax/settings/object',
    readOn: READ_ON,
    check: async ({ stripe }) => {
      const { status } = await stripe.tax.settings.retrieve();
      assert(['active', 'pending'].includes(status), status);
    },
  },
];
