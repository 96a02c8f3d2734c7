import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'smol-toml';
import * as z from 'zod';

/** `*` matches anything and `:name` a part of the path, in Netlify's rules as in a URLPattern. */
const pattern = z.string().transform((pathname) => new URLPattern({ pathname }));

/** The part of Netlify's syntax that the shop uses. Other rules are refused, so that none is ignored silently. */
const rulesSchema = z.object({
  headers: z
    .array(z.strictObject({ for: pattern, values: z.record(z.string(), z.string()) }))
    .default([]),
  redirects: z
    .array(
      z.strictObject({
        from: pattern,
        to: z.string(),
        status: z.literal([301, 302, 307, 308]).default(301),
      }),
    )
    .default([]),
});

/** The header and redirect rules of netlify.toml. Throws an error that names what it does not know. */
export const readRules = async (root: string) => {
  const file = await readFile(path.join(root, 'netlify.toml'), 'utf8');
  const read = rulesSchema.safeParse(parse(file));
  if (!read.success) throw new Error(`netlify.toml: ${z.prettifyError(read.error)}`);
  const { headers, redirects } = read.data;
  return {
    /** Of all rules for a path; of two values for one header, the later one. */
    headersFor: (pathname: string): Headers => {
      const found = new Headers();
      for (const rule of headers) {
        if (!rule.for.test({ pathname })) continue;
        for (const [name, value] of Object.entries(rule.values)) found.set(name, value);
      }
      return found;
    },
    redirectFor: ({ pathname, search }: URL): Response | null => {
      const rule = redirects.find(({ from }) => from.test({ pathname }));
      if (!rule) return null;
      const { 0: splat, ...named } = rule.from.exec({ pathname })?.pathname.groups ?? {};
      const parts: Record<string, string | undefined> = { splat, ...named };
      const to = rule.to.replace(/:(\w+)/g, (found, name: string) => parts[name] ?? found);
      const location = to.includes('?') ? to : to + search;
      return new Response(null, { status: rule.status, headers: { location } });
    },
  };
};

export type Rules = Awaited<ReturnType<typeof readRules>>;
