import type Stripe from 'stripe';

/** The shop's own account, which may take money. The shop reads no more of it than this. */
export const ACCOUNT: Stripe.Account = {
  id: 'acct_1MoRdlLgUG5tbmjc',
  object: 'account',
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: 'site@stripe.com',
  payouts_enabled: true,
  type: 'standard',
};

/** Stripe Tax, set up. */
export const TAX_SETTINGS: Stripe.Tax.Settings = {
  object: 'tax.settings',
  defaults: { provider: 'stripe', tax_behavior: 'exclusive', tax_code: null },
  head_office: null,
  livemode: false,
  status: 'active',
  status_details: { active: {} },
};
