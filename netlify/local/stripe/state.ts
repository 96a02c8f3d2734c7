import * as z from 'zod';

/**
 * What the stand-in remembers. Stripe's own objects are far larger and full of repetition,
 * so they are not stored: `objects/` makes each of them from these records when asked.
 * Amounts are in minor units; times are in seconds unless the name says otherwise.
 */
const metadata = z.record(z.string(), z.string());
const billing = z.object({ email: z.string(), name: z.string().nullable() });

const line = z.object({
  id: z.string(),
  priceId: z.string(),
  productId: z.string(),
  name: z.string(),
  unitAmount: z.int(),
  quantity: z.int(),
});

/** One try at paying. It becomes a Charge, also when it is declined. */
const attempt = z.object({
  id: z.string(),
  created: z.int(),
  paymentMethodId: z.string(),
  balanceTransactionId: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  billing,
  method: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('card'),
      last4: z.string(),
      expMonth: z.int(),
      expYear: z.int(),
    }),
    z.object({ type: z.literal('us_bank_account'), last4: z.string() }),
  ]),
});

const refund = z.object({
  id: z.string(),
  created: z.int(),
  chargeId: z.string(),
  amount: z.int(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).nullable(),
  metadata,
  status: z.enum(['pending', 'succeeded', 'failed']),
  balanceTransactionId: z.string(),
});

/** Stripe's own words, in the order of the usual course. */
export const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
  'prevented',
] as const;

const dispute = z.object({
  id: z.string(),
  created: z.int(),
  chargeId: z.string(),
  amount: z.int(),
  status: z.enum(DISPUTE_STATUSES),
});

const warning = z.object({ id: z.string(), created: z.int(), chargeId: z.string() });

/** What will happen to the payment by itself, and when. */
const dueDeed = z.object({
  deed: z.enum(['settle', 'fail', 'dispute', 'warn', 'finish_refunds']),
  atMs: z.number(),
});

/** What the buyer's promotion code takes off. */
const discount = z.object({ promotionCodeId: z.string(), amount: z.int() });

/** A Checkout Session together with everything that has become of it. */
const payment = z.object({
  id: z.string(),
  url: z.string(),
  created: z.int(),
  expiresAt: z.int(),
  status: z.enum(['open', 'complete', 'expired']),
  currency: z.string(),
  lines: z.array(line),
  discount: discount.nullable().default(null),
  metadata,
  intentMetadata: metadata,
  intentDescription: z.string().nullable(),
  clientReferenceId: z.string().nullable(),
  customerEmail: z.string().nullable(),
  locale: z.string().nullable(),
  submitType: z.string().nullable(),
  successUrl: z.string(),
  cancelUrl: z.string().nullable(),
  paymentMethodTypes: z.array(z.string()),
  buyer: billing.nullable(),
  intent: z.object({ id: z.string(), secret: z.string(), created: z.int() }).nullable(),
  attempts: z.array(attempt),
  refunds: z.array(refund),
  disputes: z.array(dispute),
  warnings: z.array(warning),
  due: z.array(dueDeed),
});

/** An event's object is kept as it was at that moment: Stripe never changes it later. */
const event = z.object({
  id: z.string(),
  type: z.string(),
  created: z.int(),
  object: z.looseObject({ id: z.string(), object: z.string() }),
  previousAttributes: z.record(z.string(), z.unknown()).nullable(),
  requestId: z.string().nullable(),
  idempotencyKey: z.string().nullable(),
  acknowledged: z.boolean(),
  held: z.boolean(),
  failures: z.int(),
  nextAttemptAtMs: z.number().nullable(),
  deliveries: z.array(
    z.object({ atMs: z.number(), status: z.int().nullable(), error: z.string().nullable() }),
  ),
});

const idempotentAnswer = z.object({
  key: z.string(),
  path: z.string(),
  paramsHash: z.string(),
  createdAtMs: z.number(),
  requestId: z.string(),
  status: z.int(),
  body: z.string(),
});

/** Payments and events stand in the order in which they came. */
export const stateSchema = z.object({
  version: z.literal(1),
  payments: z.array(payment),
  events: z.array(event),
  idempotentAnswers: z.array(idempotentAnswer),
});

export type State = z.infer<typeof stateSchema>;
export type Payment = z.infer<typeof payment>;
export type Line = z.infer<typeof line>;
export type Attempt = z.infer<typeof attempt>;
export type Billing = z.infer<typeof billing>;
export type RefundRecord = z.infer<typeof refund>;
export type DisputeRecord = z.infer<typeof dispute>;
export type DisputeStatus = DisputeRecord['status'];
export type WarningRecord = z.infer<typeof warning>;
export type DueDeed = z.infer<typeof dueDeed>;
export type EventRecord = z.infer<typeof event>;
export type IdempotentAnswer = z.infer<typeof idempotentAnswer>;

export const emptyState = (): State => ({
  version: 1,
  payments: [],
  events: [],
  idempotentAnswers: [],
});
