import type Stripe from 'stripe';
import type { Attempt } from '../state.ts';

/** How an attempt was paid, as a Charge tells it. */
export const methodDetails = (
  { method, status }: Attempt,
  amount: number,
): Stripe.Charge.PaymentMethodDetails => {
  if (method.type === 'us_bank_account') {
    return {
      type: 'us_bank_account',
      us_bank_account: {
        account_holder_type: 'individual',
        account_type: 'checking',
        bank_name: 'STRIPE TEST BANK',
        fingerprint: 'FFDMA0xfhBjWSZLu',
        last4: method.last4,
        payment_reference: null,
        routing_number: '110000000',
      },
    };
  }
  return {
    type: 'card',
    card: {
      amount_authorized: status === 'failed' ? null : amount,
      authorization_code: null,
      brand: 'visa',
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: 'pass',
      },
      country: 'US',
      electronic_commerce_indicator: null,
      exp_month: method.expMonth,
      exp_year: method.expYear,
      extended_authorization: { status: 'disabled' },
      fingerprint: 'AOB934RVNwzk6xtn',
      funding: 'credit',
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: method.last4,
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: 'visa',
      network_token: { used: false },
      network_transaction_id: null,
      overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
};
