import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'smol-toml';
import * as z from 'zod';

/** In Netlify's rules, `*` and `:name` have the same meaning as in a URLPattern. */
const pathPattern = z.string().transform((pathname) => new URLPattern({ pathname }));

const NO_REDIRECTS =
  'Redirects have no effect: Netlify looks for a function first, and the function "not-found" handles every path without a file. List a page’s earlier addresses as "formerly" in its file in content/.';

/**
 * The syntax that the shop uses. All other rules are rejected, so that none is silently ignored.
 */
const rulesSchema = z.object({
  headers: z
    .array(z.strictObject({ for: pathPattern, values: z.record(z.string(), z.string()) }))
    .default([]),
  redirects: z.never({ error: NO_REDIRECTS }).optional(),
});

type Rules = z.infer<typeof rulesSchema>;

/** Returns the headers of all matching rules. For the same header, the later rule wins. */
const headersFor = (rules: Rules['headers'], pathname: string): Headers => {
  const headers = new Headers();
  for (const rule of rules) {
    if (!rule.for.test({ pathname })) continue;
    for (const [name, value] of Object.entries(rule.values)) headers.set(name, value);
  }
  return headers;
};

export type NetlifyRules = Awaited<ReturnType<typeof readNetlifyRules>>;

/** Reads the header rules of netlify.toml. Throws on an unsupported rule. */
export const readNetlifyRules = async (root: string) => {
  const file = await readFile(path.join(root, 'netlify.toml'), 'utf8');
  const parsed = rulesSchema.safeParse(parse(file));
  if (!parsed.success) throw new Error(`netlify.toml: ${z.prettifyError(parsed.error)}`);
  const { headers } = parsed.data;
  return { headersFor: (pathname: string) => headersFor(headers, pathname) };
};
