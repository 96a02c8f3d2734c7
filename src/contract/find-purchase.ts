import * as z from 'zod/mini';

const ERROR = 'Please enter an email address, as in name@example.com.';

/** "jo@xn--mnchen-3ya.de" of "jo@münchen.de": some browsers send an international domain as it is typed. */
const withAsciiDomain = (email: string): string =>
  email.replace(/@([^\s@/:?#\\]*[^ -~][^\s@/:?#\\]*)$/, (typed, domain: string) => {
    const url = `http://${domain}`;
    return URL.canParse(url) ? `@${new URL(url).hostname}` : typed;
  });

/** POST /api/find-purchase: an address that an email field accepts in browsers, with a dot after the @. */
export const findPurchaseRequest = z.strictObject({
  email: z
    .string({ error: ERROR })
    .check(
      z.trim(),
      z.overwrite(withAsciiDomain),
      z.maxLength(254, { error: ERROR }),
      z.regex(z.regexes.html5Email, { error: ERROR }),
      z.regex(/@.+\./, { error: ERROR }),
    ),
});

export type FindPurchaseRequest = z.infer<typeof findPurchaseRequest>;

/** The same for every address, so that nobody learns who has bought here. */
export type FindPurchaseResponse = { status: 'accepted' };
