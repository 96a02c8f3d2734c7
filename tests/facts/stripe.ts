import type { Fact } from './fact.ts';
import { CALL_FACTS } from './stripe/calls.ts';
import { CHECKOUT_FACTS } from './stripe/checkout.ts';
import { DISPUTE_FACTS } from './stripe/disputes.ts';
import { EVENT_FACTS } from './stripe/events.ts';
import { PAYMENT_FACTS } from './stripe/payments.ts';
import { REFUND_FACTS } from './stripe/refunds.ts';
import type { StripeVendor } from './vendors.ts';

export const STRIPE_FACTS: readonly Fact<StripeVendor>[] = [
  ...CALL_FACTS,
  ...CHECKOUT_FACTS,
  ...PAYMENT_FACTS,
  ...REFUND_FACTS,
  ...DISPUTE_FACTS,
  ...EVENT_FACTS,
];
