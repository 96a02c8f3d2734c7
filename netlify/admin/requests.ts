import * as z from 'zod/mini';

// The bodies and queries of the owner's routes.

const id = z.string().check(z.minLength(1), z.maxLength(64));

export const loginRequest = z.strictObject({
  // Hashing a longer text would cost the shop time.
  password: z.string().check(z.minLength(1), z.maxLength(512)),
});

/** An earlier edition, which becomes the current one. */
export const restoreRequest = z.strictObject({ edition: id });

export const announceRequest = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('preview'),
    edition: id,
    /** The owner's words about it: one or two plain sentences. */
    changes: z.string().check(z.maxLength(500)),
  }),
  z.strictObject({ action: z.literal('begin'), preview: z.string() }),
  z.strictObject({ action: z.literal('stop'), edition: id }),
]);

/** A guide has at most five parts. */
const digit = z.string().check(z.regex(/^[0-5]$/));

export const uploadQuery = z
  .strictObject({
    file: z.string().check(z.regex(/^[a-z0-9-]{1,64}$/)),
    upload: z.uuid(),
    part: digit,
    parts: digit,
    name: z.optional(z.string()),
  })
  .check(z.refine(({ part, parts }) => part < parts, 'part: Must be less than parts.'));

/** The start of a page in the list of orders. */
export const ordersPageQuery = z.strictObject({
  from: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
});

/**
 * In a body, so that no session id or email address is in a URL. The query is an order number or its end, a reference,
 * the buyer's email address, a session id or a payment id.
 */
export const findOrderRequest = z.strictObject({
  query: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
});

export const orderAccessRequest = z.strictObject({ access: z.enum(['blocked', 'open']) });

export const sendReceiptRequest = z.strictObject({
  copy: z.int().check(z.positive()),
  to: z.optional(z.string().check(z.trim(), z.maxLength(254), z.email('Not an email address'))),
});

/** A month "2026-11" or a year "2026", in the shop's time zone. */
export const exportQuery = z.strictObject({
  period: z.string().check(z.regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'A month or a year')),
});

export const reportQuery = z.strictObject({
  period: z.enum(['this-month', 'last-month', 'last-12-months']),
});
