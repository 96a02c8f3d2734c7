import * as z from 'zod/mini';

const ERROR = 'Please enter an email address, as in name@example.com.';

/** POST /api/find-purchase: an address that an email field accepts in browsers, with a dot after the @. */
export const findPurchaseRequest = z.strictObject({
  email: z
    .string({ error: ERROR })
    .check(
      z.trim(),
      z.maxLength(254, { error: ERROR }),
      z.regex(z.regexes.html5Email, { error: ERROR }),
      z.regex(/@.+\./, { error: ERROR }),
    ),
});

export type FindPurchaseRequest = z.infer<typeof findPurchaseRequest>;

/** The same for every address, so that nobody learns who has bought here. */
export type FindPurchaseResponse = { status: 'accepted' };
