import type Stripe from 'stripe';
import { nulls } from './nulls.ts';

export const PAYMENT_INTENT = {
  object: 'payment_intent',
  amount_capturable: 0,
  amount_details: { tip: {} },
  amount_received: 0,
  capture_method: 'automatic_async',
  confirmation_method: 'automatic',
  livemode: false,
  managed_payments: { enabled: false },
  metadata: {},
  payment_method_options: {},
  status: 'requires_payment_method',
  ...nulls('allowed_payment_method_types application application_fee_amount'),
  ...nulls('automatic_payment_methods canceled_at cancellation_reason customer'),
  ...nulls('customer_account description excluded_payment_method_types last_payment_error'),
  ...nulls('latest_charge next_action on_behalf_of payment_method'),
  ...nulls('payment_method_configuration_details payment_record processing receipt_email'),
  ...nulls('review setup_future_usage shipping source statement_descriptor'),
  ...nulls('statement_descriptor_suffix transfer_data transfer_group'),
} satisfies Partial<Stripe.PaymentIntent>;
