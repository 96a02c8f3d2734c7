import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'smol-toml';
import * as z from 'zod';

/** In Netlify's rules, `*` and `:name` mean the same as in a URLPattern. */
const pathPattern = z.string().transform((pathname) => new URLPattern({ pathname }));

/** The syntax that the shop uses. Other rules are refused, so that none is ignored silently. */
const rulesSchema = z.object({
  headers: z
    .array(z.strictObject({ for: pathPattern, values: z.record(z.string(), z.string()) }))
    .default([]),
  redirects: z
    .array(
      z.strictObject({
        from: pathPattern,
        to: z.string(),
        status: z.literal([301, 302, 307, 308]).default(301),
      }),
    )
    .default([]),
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

/** The query is passed on, unless the rule sets its own. */
const redirectFor = (rules: Rules['redirects'], { pathname, search }: URL): Response | null => {
  for (const { from, to, status } of rules) {
    const match = from.exec({ pathname });
    if (!match) continue;
    // Netlify names the part that `*` matches "splat", and a URLPattern names it "0".
    const { 0: splat, ...named } = match.pathname.groups;
    const values: Record<string, string | undefined> = { splat, ...named };
    const target = to.replace(
      /:(\w+)/g,
      (placeholder, name: string) => values[name] ?? placeholder,
    );
    const location = target.includes('?') ? target : target + search;
    return new Response(null, { status, headers: { location } });
  }
  return null;
};

export type NetlifyRules = Awaited<ReturnType<typeof readNetlifyRules>>;

/** Reads the header and redirect rules of netlify.toml. Throws on a rule that it does not know. */
export const readNetlifyRules = async (root: string) => {
  const file = await readFile(path.join(root, 'netlify.toml'), 'utf8');
  const parsed = rulesSchema.safeParse(parse(file));
  if (!parsed.success) throw new Error(`netlify.toml: ${z.prettifyError(parsed.error)}`);
  const { headers, redirects } = parsed.data;
  return {
    headersFor: (pathname: string) => headersFor(headers, pathname),
    redirectFor: (url: URL) => redirectFor(redirects, url),
  };
};
