import type Stripe from 'stripe';
import { nulls } from './nulls.ts';
import shapes from './stripe-shapes.json' with { type: 'json' };

type Account = Stripe.Account &
  Required<Pick<Stripe.Account, 'future_requirements'>> & {
    business_profile: Stripe.Account.BusinessProfile;
    settings: Stripe.Account.Settings;
  };

type Samples = {
  readonly account: Account;
  readonly charge: Stripe.Charge & {
    outcome: Stripe.Charge.Outcome;
    payment_method_details: { card: Stripe.Charge.PaymentMethodDetails.Card };
  };
  readonly 'checkout.session': Stripe.Checkout.Session;
  readonly dispute: Stripe.Dispute & {
    payment_method_details: { card: Stripe.Dispute.PaymentMethodDetails.Card };
  };
  readonly payment_intent: Stripe.PaymentIntent;
  readonly 'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning;
  readonly refund: Stripe.Refund;
};

/**
 * One object of each kind, from the fixtures that Stripe publishes (github.com/stripe/openapi, MIT). Each object of the
 * stand-in begins as one of them, so that no field is missing. What is nested is shared: replace it, never change it.
 * JSON cannot say which text may stand in a field: tests/stripe/shapes.shop.test.ts holds every answer to the SDK's types.
 */
export const SAMPLES = shapes as unknown as Samples;

const { business_profile: profile, future_requirements: nothingDue, settings } = SAMPLES.account;

/** The shop's own account, with nothing left to do before it may take money. */
export const ACCOUNT: Stripe.Account = {
  ...SAMPLES.account,
  business_profile: {
    ...profile,
    ...nulls('minority_owned_business_designation specified_commercial_transactions_act_url'),
  },
  charges_enabled: true,
  details_submitted: true,
  payouts_enabled: true,
  requirements: nothingDue,
  settings: {
    ...settings,
    bacs_debit_payments: nulls('display_name service_user_number'),
    payments: {
      ...settings.payments,
      ...nulls('statement_descriptor_prefix_kana statement_descriptor_prefix_kanji'),
    },
  },
};
