import assert from 'node:assert/strict';
import Stripe from 'stripe';
import { type Fact, SkippedCheck } from '../fact.ts';
import type { StripeVendor } from '../vendors.ts';
import {
  GUIDE_PRICE,
  READ_ON,
  REFUSED,
  RESOURCE_MISSING,
  SUCCESS_URL,
  createPromotionCode,
  expanded,
  guideLine,
  openSession,
  skipWithoutTax,
} from './helpers.ts';

const CREATE = 'https://docs.stripe.com/api/checkout/sessions/create';
const SESSION = 'https://docs.stripe.com/api/checkout/sessions/object';
const MANAGED =
  'https://docs.stripe.com/payments/managed-payments/update-checkout#remove-unsupported-parameters';
const PROMOTION_CODES = 'https://docs.stripe.com/api/promotion_codes';

const DAY_IN_SECONDS = 24 * 60 * 60;

/** The tax code for downloaded books with permanent rights. */
const TAX_CODE = 'txcd_10302000';

type SessionParams = Partial<Stripe.Checkout.SessionCreateParams>;

/** The parameters of the option `tax` in content/catalog.json. */
export const withTax = (
  vendor: StripeVendor,
  behavior: 'inclusive' | 'exclusive',
): SessionParams => ({
  line_items: [
    guideLine(vendor, {
      tax_behavior: behavior,
      product_data: { name: vendor.label, tax_code: TAX_CODE },
    }),
  ],
  automatic_tax: { enabled: true },
});

/** The parameters of the option `managed_payments`. */
const managed = (vendor: StripeVendor, changes: SessionParams = {}): SessionParams => ({
  line_items: [guideLine(vendor, { product_data: { name: vendor.label, tax_code: TAX_CODE } })],
  managed_payments: { enabled: true },
  ...changes,
});

/** Skips a check if Stripe refuses managed payments in the sandbox. */
const skipWithoutManagedPayments = async (vendor: StripeVendor): Promise<void> => {
  try {
    await openSession(vendor, managed(vendor));
  } catch (error) {
    const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError;
    if (vendor.isStandIn || !isRefused) throw error;
    throw new SkippedCheck(`this sandbox has no managed payments: ${error.message}`);
  }
};

const NOTE: SessionParams = { custom_text: { submit: { message: 'A note' } } };

export const CHECKOUT_FACTS: readonly Fact<StripeVendor>[] = [
  // A new session
  {
    promise: 'Opens a session with a page at url and an id that begins with cs_test_ or cs_live_',
    source: SESSION,
    readOn: READ_ON,
    check: async (vendor) => {
      const { id, url, status, payment_status: payment } = await openSession(vendor);
      // The shop refuses longer ids.
      assert.match(id, /^cs_test_\w{1,58}$/);
      assert(url !== null && URL.canParse(url));
      assert.equal(status, 'open');
      assert.equal(payment, 'unpaid');
    },
  },
  {
    promise: 'Expires a session after 24 hours',
    source: CREATE,
    readOn: READ_ON,
    check: async (vendor) => {
      const { created, expires_at: expiresAt } = await openSession(vendor);
      assert(Math.abs(expiresAt - created - DAY_IN_SECONDS) <= 5, `${expiresAt - created} s`);
    },
  },
  {
    promise: 'Sets the status of an expired session to expired, and its url to null',
    source: 'https://docs.stripe.com/api/checkout/sessions/expire',
    readOn: READ_ON,
    check: async (vendor) => {
      const { sessions } = vendor.stripe.checkout;
      const { id } = await openSession(vendor);
      await sessions.expire(id);
      const { status, url } = await sessions.retrieve(id);
      assert.equal(status, 'expired');
      assert.equal(url, null);
      await assert.rejects(sessions.expire(id), REFUSED);
    },
  },
  {
    promise: 'Returns success_url with the literal {CHECKOUT_SESSION_ID}',
    source: 'https://docs.stripe.com/payments/checkout/custom-success-page',
    readOn: READ_ON,
    check: async (vendor) => {
      const session = await openSession(vendor);
      assert.equal(session.success_url, SUCCESS_URL);
    },
  },
  {
    promise: 'Replaces {CHECKOUT_SESSION_ID} with the session id when it redirects the buyer',
    source: 'https://docs.stripe.com/payments/checkout/custom-success-page',
    readOn: READ_ON,
    whyUnchecked: 'Only a browser sees it. The browser tests pay at the stand-in.',
  },
  {
    promise: 'Stores the metadata of a session',
    source: 'https://docs.stripe.com/metadata',
    readOn: READ_ON,
    check: async (vendor) => {
      const { id } = await openSession(vendor);
      const session = await vendor.stripe.checkout.sessions.retrieve(id);
      assert.deepEqual(session.metadata, { label: vendor.label });
    },
  },
  {
    promise: 'Returns the price in amount_subtotal and the amount to pay in amount_total',
    source: SESSION,
    readOn: READ_ON,
    check: async (vendor) => {
      const session = await openSession(vendor);
      assert.equal(session.amount_subtotal, GUIDE_PRICE);
      assert.equal(session.amount_total, GUIDE_PRICE);
      assert.equal(session.currency, 'usd');
      assert.equal(session.total_details?.amount_discount, 0);
      assert.equal(session.total_details?.amount_tax, 0);
    },
  },
  {
    promise: 'Accepts only prices from $0.50 to $999,999.99',
    source: 'https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts',
    readOn: READ_ON,
    check: async (vendor) => {
      const openAt = (cents: number) =>
        openSession(vendor, { line_items: [guideLine(vendor, { unit_amount: cents })] });
      await openAt(50);
      await openAt(99_999_999);
      await assert.rejects(openAt(49), REFUSED);
      await assert.rejects(openAt(100_000_000), REFUSED);
    },
  },
  {
    promise: 'Accepts a product name of 250 characters',
    source: CREATE,
    readOn: READ_ON,
    check: async (vendor) => {
      // The documentation mentions no limit. content/catalog.json allows names of the same length.
      const name = vendor.label.padEnd(250, '-');
      const line = guideLine(vendor, { product_data: { name } });
      const session = await openSession(vendor, { line_items: [line] });
      assert.equal(session.status, 'open');
    },
  },

  // Minor units. No API lists them.
  {
    promise:
      'Counts BIF, CLP, DJF, GNF, JPY, KMF, KRW, MGA, PYG, RWF, VND, VUV and CFA in whole units',
    source: 'https://docs.stripe.com/currencies#zero-decimal',
    readOn: READ_ON,
    whyUnchecked: 'No call returns it. CFA means XAF, XOF and XPF. See src/contract/money.ts.',
  },
  {
    promise: 'Counts BHD, JOD, KWD, OMR and TND in thousandths',
    source: 'https://docs.stripe.com/currencies?country=AE#three-decimal',
    readOn: READ_ON,
    whyUnchecked: 'No call returns it, and the page shows it only for some countries.',
  },
  {
    promise:
      'Counts ISK, UGX, HUF and TWD in hundredths, although Intl shows some without decimals',
    source: 'https://docs.stripe.com/currencies#special-cases',
    readOn: READ_ON,
    whyUnchecked: 'No call returns it. The page lists UGX twice, in a special case as hundredths.',
  },

  // Each option of content/catalog.json separately
  {
    promise: 'Shows a field for promotion codes with allow_promotion_codes',
    source: CREATE,
    readOn: READ_ON,
    check: async (vendor) => {
      const session = await openSession(vendor, { allow_promotion_codes: true });
      assert.equal(session.allow_promotion_codes, true);
    },
  },
  {
    promise: 'Accepts automatic tax that is included in the price or added to it',
    source: 'https://docs.stripe.com/payments/checkout/taxes',
    readOn: READ_ON,
    check: async (vendor) => {
      await skipWithoutTax(vendor);
      for (const behavior of ['inclusive', 'exclusive'] as const) {
        const session = await openSession(vendor, withTax(vendor, behavior));
        assert.equal(session.automatic_tax.enabled, true);
      }
    },
  },
  {
    promise: 'Opens no session with automatic tax until the tax settings are complete',
    source: 'https://docs.stripe.com/tax/set-up',
    readOn: READ_ON,
    whyNotLive: 'A check needs incomplete settings in the sandbox.',
    checkStandIn: async (vendor) => {
      await vendor.control('tax-settings', { status: 'pending' });
      try {
        await assert.rejects(openSession(vendor, withTax(vendor, 'inclusive')), REFUSED);
      } finally {
        await vendor.control('tax-settings', { status: 'active' });
      }
    },
  },
  {
    promise: 'Creates an invoice for a one-time payment with invoice_creation',
    source: CREATE,
    readOn: READ_ON,
    check: async (vendor) => {
      const session = await openSession(vendor, { invoice_creation: { enabled: true } });
      assert.equal(session.invoice_creation?.enabled, true);
    },
  },
  {
    promise: 'Enables or disables adaptive pricing for one session regardless of the dashboard',
    source: 'https://docs.stripe.com/changelog/acacia/2024-11-20/adaptive-pricing-param',
    readOn: READ_ON,
    check: async (vendor) => {
      for (const enabled of [true, false]) {
        const session = await openSession(vendor, { adaptive_pricing: { enabled } });
        assert.equal(session.adaptive_pricing?.enabled, enabled);
      }
    },
  },
  {
    promise: 'Opens a session with managed payments for a product with a tax code',
    source: 'https://docs.stripe.com/payments/managed-payments/eligibility',
    readOn: READ_ON,
    check: async (vendor) => {
      await skipWithoutManagedPayments(vendor);
      const session = await openSession(vendor, managed(vendor));
      assert.equal(session.managed_payments?.enabled, true);
    },
  },
  {
    promise: 'Disables managed payments for a session on request',
    // Not documented. Stripe enables them by default for some accounts.
    source: 'https://github.com/alexmorrisnz/moodle-paygw_stripe/issues/78',
    readOn: READ_ON,
    check: async (vendor) => {
      const session = await openSession(vendor, { managed_payments: { enabled: false } });
      assert.notEqual(session.managed_payments?.enabled, true);
    },
  },
  {
    promise: 'Shows a note above the button with custom_text.submit',
    source: CREATE,
    readOn: READ_ON,
    check: async (vendor) => {
      const session = await openSession(vendor, NOTE);
      assert.equal(session.custom_text.submit?.message, 'A note');
    },
  },

  // The options together
  {
    promise: 'Accepts promotion codes, a note, tax, invoices and adaptive pricing in one session',
    source: CREATE,
    readOn: READ_ON,
    check: async (vendor) => {
      await skipWithoutTax(vendor);
      const session = await openSession(vendor, {
        ...withTax(vendor, 'exclusive'),
        ...NOTE,
        allow_promotion_codes: true,
        invoice_creation: { enabled: true },
        adaptive_pricing: { enabled: true },
      });
      assert.equal(session.status, 'open');
    },
  },
  {
    promise: 'Accepts promotion codes together with managed payments',
    source: MANAGED,
    readOn: READ_ON,
    check: async (vendor) => {
      await skipWithoutManagedPayments(vendor);
      const codes = { allow_promotion_codes: true };
      const session = await openSession(vendor, managed(vendor, codes));
      assert.equal(session.allow_promotion_codes, true);
    },
  },
  {
    promise: 'Refuses automatic tax together with managed payments',
    source: MANAGED,
    readOn: READ_ON,
    check: async (vendor) => {
      await skipWithoutTax(vendor);
      await skipWithoutManagedPayments(vendor);
      const session = openSession(vendor, managed(vendor, { automatic_tax: { enabled: true } }));
      await assert.rejects(session, REFUSED);
    },
  },
  {
    promise: 'Refuses invoices and adaptive pricing together with managed payments',
    source: MANAGED,
    readOn: READ_ON,
    check: async (vendor) => {
      await skipWithoutManagedPayments(vendor);
      const refused: SessionParams[] = [
        { invoice_creation: { enabled: true } },
        { adaptive_pricing: { enabled: true } },
      ];
      for (const option of refused) {
        const session = openSession(vendor, managed(vendor, option));
        await assert.rejects(session, REFUSED, Object.keys(option)[0]);
      }
    },
  },
  {
    promise: 'Refuses a note together with managed payments',
    // Not documented. The source quotes Stripe's error message.
    source: 'https://github.com/different-ai-studio/teamclu/pull/1146',
    readOn: READ_ON,
    check: async (vendor) => {
      await skipWithoutManagedPayments(vendor);
      await assert.rejects(openSession(vendor, managed(vendor, NOTE)), REFUSED);
    },
  },
  {
    promise: 'Refuses managed payments for a product without a tax code',
    source: 'https://docs.stripe.com/payments/managed-payments/eligibility',
    readOn: READ_ON,
    check: async (vendor) => {
      await skipWithoutManagedPayments(vendor);
      const session = openSession(vendor, { managed_payments: { enabled: true } });
      await assert.rejects(session, REFUSED);
    },
  },
  {
    promise: 'Refuses a discount together with a field for promotion codes',
    source: CREATE,
    readOn: READ_ON,
    check: async (vendor) => {
      const { id } = await createPromotionCode(vendor, 25);
      const both = openSession(vendor, {
        discounts: [{ promotion_code: id }],
        allow_promotion_codes: true,
      });
      await assert.rejects(both, REFUSED);
    },
  },

  // Promotion codes
  {
    promise: 'Finds an active promotion code by its code, regardless of case',
    source: `${PROMOTION_CODES}/list`,
    readOn: READ_ON,
    check: async (vendor) => {
      const { id, code } = await createPromotionCode(vendor, 25);
      for (const spelling of [code, code.toLowerCase(), code.toUpperCase()]) {
        const { data } = await vendor.stripe.promotionCodes.list({ code: spelling, active: true });
        assert.deepEqual(
          data.map((found) => found.id),
          [id],
          spelling,
        );
        assert.equal(data[0]?.customer, null);
      }
      const unknown = await vendor.stripe.promotionCodes.list({ code: `${code}0`, active: true });
      assert.deepEqual(unknown.data, []);
    },
  },
  {
    promise: 'Lists an inactive promotion code only without the filter active, and refuses its use',
    source: `${PROMOTION_CODES}/list`,
    readOn: READ_ON,
    check: async (vendor) => {
      const { promotionCodes } = vendor.stripe;
      const { id, code } = await createPromotionCode(vendor, 25);
      await promotionCodes.update(id, { active: false });
      assert.deepEqual((await promotionCodes.list({ code, active: true })).data, []);
      assert.equal((await promotionCodes.list({ code })).data[0]?.id, id);
      const session = openSession(vendor, { discounts: [{ promotion_code: id }] });
      await assert.rejects(session, REFUSED);
    },
  },
  {
    promise: 'Refuses a second active promotion code that differs only in case',
    source: `${PROMOTION_CODES}/object`,
    readOn: READ_ON,
    check: async (vendor) => {
      const first = await createPromotionCode(vendor, 25);
      const second = vendor.stripe.promotionCodes.create({
        promotion: { type: 'coupon', coupon: String(first.promotion.coupon) },
        code: first.code.toUpperCase(),
      });
      await assert.rejects(second, REFUSED);
    },
  },
  {
    promise: 'Returns the code of a promotion code if a call expands discounts.promotion_code',
    source: SESSION,
    readOn: READ_ON,
    check: async (vendor) => {
      const { id, code } = await createPromotionCode(vendor, 25);
      const session = await openSession(vendor, { discounts: [{ promotion_code: id }] });
      const { discounts } = await vendor.stripe.checkout.sessions.retrieve(session.id, {
        expand: ['payment_intent.latest_charge.refunds', 'discounts.promotion_code'],
      });
      assert.equal(expanded(discounts?.[0]?.promotion_code).code, code);
    },
  },
  {
    promise: 'Returns the id of a session’s promotion code in discounts[].promotion_code',
    source: SESSION,
    readOn: READ_ON,
    check: async (vendor) => {
      const { id } = await createPromotionCode(vendor, 25);
      const session = await openSession(vendor, { discounts: [{ promotion_code: id }] });
      assert.equal(session.discounts?.[0]?.promotion_code, id);
      const without = await openSession(vendor);
      assert.deepEqual(without.discounts ?? [], []);
    },
  },
  {
    promise: 'Subtracts a discount from amount_total but not from amount_subtotal',
    source: SESSION,
    readOn: READ_ON,
    check: async (vendor) => {
      const { id } = await createPromotionCode(vendor, 25);
      const session = await openSession(vendor, {
        // A quarter of 1000 is a whole number of cents. The rounding is not documented.
        line_items: [guideLine(vendor, { unit_amount: 1000 })],
        discounts: [{ promotion_code: id }],
      });
      assert.equal(session.amount_subtotal, 1000);
      assert.equal(session.total_details?.amount_discount, 250);
      assert.equal(session.amount_total, 750);
    },
  },
  {
    promise: 'Refuses a promotion code for a price below its minimum amount',
    source: `${PROMOTION_CODES}/object`,
    readOn: READ_ON,
    check: async (vendor) => {
      const { id } = await createPromotionCode(vendor, 25, {
        minimum_amount: GUIDE_PRICE + 1,
        minimum_amount_currency: 'usd',
      });
      const session = openSession(vendor, { discounts: [{ promotion_code: id }] });
      await assert.rejects(session, REFUSED);
    },
  },
  {
    promise: 'Refuses an unknown promotion code with resource_missing',
    source: 'https://docs.stripe.com/error-codes#resource-missing',
    readOn: READ_ON,
    check: async (vendor) => {
      const session = openSession(vendor, { discounts: [{ promotion_code: 'promo_unknown' }] });
      await assert.rejects(session, RESOURCE_MISSING);
    },
  },
  {
    promise: 'Refuses a discount that leaves less than 50 cents but more than nothing',
    source: 'https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts',
    readOn: READ_ON,
    check: async (vendor) => {
      const almostAll = await createPromotionCode(vendor, 99);
      const tooLittle = openSession(vendor, { discounts: [{ promotion_code: almostAll.id }] });
      await assert.rejects(tooLittle, REFUSED);
      const all = await createPromotionCode(vendor, 100);
      const free = await openSession(vendor, { discounts: [{ promotion_code: all.id }] });
      assert.equal(free.amount_total, 0);
    },
  },
];
