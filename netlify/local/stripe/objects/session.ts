import type Stripe from 'stripe';
import type { Payment } from '../state.ts';
import { buyerAddress } from './address.ts';
import { discountAmount, paidAttempt, subtotalAmount, totalAmount } from './amounts.ts';
import { expandInside, type Expand } from './expand.ts';
import { intentObject } from './intent.ts';
import { lineItemList } from './line-items.ts';

const customerDetails = (payment: Payment): Stripe.Checkout.Session.CustomerDetails | null => {
  const email = payment.buyer?.email ?? payment.customerEmail;
  if (email === null) return null;
  return {
    address: payment.buyer && buyerAddress,
    business_name: null,
    email,
    individual_name: null,
    name: payment.buyer?.name ?? null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: payment.buyer ? [] : null,
  };
};

const intentOf = (payment: Payment, expand: Expand) => {
  const inside = expandInside(expand, 'payment_intent');
  if (!payment.intent) return null;
  return inside ? intentObject(payment, payment.intent, inside) : payment.intent.id;
};

const statusOf = (payment: Payment): Stripe.Checkout.Session.PaymentStatus => {
  if (totalAmount(payment) === 0) return 'no_payment_required';
  return paidAttempt(payment) ? 'paid' : 'unpaid';
};

export const sessionObject = (payment: Payment, expand: Expand = []): Stripe.Checkout.Session => ({
  id: payment.id,
  object: 'checkout.session',
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  amount_subtotal: subtotalAmount(payment),
  amount_total: totalAmount(payment),
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  cancel_url: payment.cancelUrl,
  client_reference_id: payment.clientReferenceId,
  client_secret: null,
  collected_information: payment.buyer && {
    business_name: null,
    individual_name: null,
    shipping_details: null,
  },
  consent: null,
  consent_collection: null,
  created: payment.created,
  currency: payment.currency,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: null,
  customer_account: null,
  customer_creation: 'if_required',
  customer_details: customerDetails(payment),
  customer_email: payment.customerEmail,
  discounts: payment.discount
    ? [{ coupon: null, promotion_code: payment.discount.promotionCodeId }]
    : [],
  expires_at: payment.expiresAt,
  integration_identifier: null,
  invoice: null,
  invoice_creation: {
    enabled: false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: null,
      metadata: {},
      rendering_options: null,
    },
  },
  ...(expandInside(expand, 'line_items') && { line_items: lineItemList(payment) }),
  livemode: false,
  locale: payment.locale,
  managed_payments: { enabled: false },
  metadata: payment.metadata,
  mode: 'payment',
  origin_context: null,
  payment_intent: intentOf(payment, expand),
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: payment.paymentMethodTypes,
  payment_status: statusOf(payment),
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: payment.status,
  submit_type: payment.submitType,
  subscription: null,
  success_url: payment.successUrl,
  total_details: {
    amount_discount: discountAmount(payment),
    amount_shipping: 0,
    amount_tax: 0,
  },
  ui_mode: 'hosted_page',
  // Stripe takes the address away as soon as nothing can be paid there any more.
  url: payment.status === 'open' ? payment.url : null,
  wallet_options: null,
});
