import type Stripe from 'stripe';
import { nulls } from './nulls.ts';

const NOTHING_DUE = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
} satisfies Stripe.Account.Requirements;

const ID = 'acct_1StandInOfThisShop00';

/** The shop's own account, with nothing left to do before it may take money. */
export const ACCOUNT: Stripe.Account = {
  id: ID,
  object: 'account',
  business_profile: {
    ...nulls('mcc name product_description support_address support_email support_phone'),
    ...nulls('support_url url minority_owned_business_designation'),
    ...nulls('specified_commercial_transactions_act_url'),
  },
  business_type: null,
  capabilities: { card_payments: 'active', transfers: 'active' },
  charges_enabled: true,
  controller: { type: 'account' },
  country: 'US',
  created: 1_700_000_000,
  default_currency: 'usd',
  details_submitted: true,
  email: 'owner@example.com',
  external_accounts: {
    object: 'list',
    data: [],
    has_more: false,
    url: `/v1/accounts/${ID}/external_accounts`,
  },
  future_requirements: NOTHING_DUE,
  metadata: {},
  payouts_enabled: true,
  requirements: NOTHING_DUE,
  settings: {
    bacs_debit_payments: nulls('display_name service_user_number'),
    branding: nulls('icon logo primary_color secondary_color'),
    card_issuing: { tos_acceptance: nulls('date ip') },
    card_payments: {
      decline_on: { avs_failure: false, cvc_failure: false },
      ...nulls('statement_descriptor_prefix statement_descriptor_prefix_kana'),
      ...nulls('statement_descriptor_prefix_kanji'),
    },
    dashboard: { display_name: 'Money-Smart Kids', timezone: 'Etc/UTC' },
    payments: {
      statement_descriptor: 'MONEY-SMART KIDS',
      ...nulls('statement_descriptor_kana statement_descriptor_kanji'),
      ...nulls('statement_descriptor_prefix_kana statement_descriptor_prefix_kanji'),
    },
    payouts: {
      debit_negative_balances: true,
      schedule: { delay_days: 2, interval: 'daily' },
      statement_descriptor: null,
    },
    sepa_debit_payments: {},
  },
  tos_acceptance: nulls('date ip user_agent'),
  type: 'standard',
};

export const WEBHOOK_ENDPOINT = {
  object: 'webhook_endpoint',
  application: null,
  status: 'enabled',
} satisfies Partial<Stripe.WebhookEndpoint>;
