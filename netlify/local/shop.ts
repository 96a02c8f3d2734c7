import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { parse } from 'smol-toml';
import * as z from 'zod';
import { evaluateConditions } from '../downloads/conditions.ts';
import { type Routes, findFunction } from './routes.ts';

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
const readRules = async (root: string) => {
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

type Rules = Awaited<ReturnType<typeof readRules>>;

const TEXTS = /^(?:text\/|application\/(?:json|javascript|manifest\+json|wasm|xml)|image\/svg)/;

/** As Netlify's edge, which compresses at each answer, and so less tightly than it could. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress = promisify(brotliCompress);

const tryDecode = (pathname: string): string | null => {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
};

/** The files of the built site, answered as Netlify's edge answers them. */
const openFiles = (dist: string, { headersFor }: Rules) => {
  const read = async (name: string): Promise<Buffer<ArrayBuffer> | null> => {
    const file = path.join(dist, name);
    if (!file.startsWith(dist + path.sep)) return null; // an escaped "../"
    return readFile(file).catch(() => null);
  };

  const answer = async (
    request: Request,
    name: string,
    bytes: Buffer<ArrayBuffer>,
    status = 200,
  ): Promise<Response> => {
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
    const type = getMimeType(name) ?? 'application/octet-stream';
    const headers = new Headers({
      etag,
      'cache-control': 'public, max-age=0, must-revalidate', // Netlify's default
      'content-type': type,
    });
    for (const rule of headersFor(new URL(request.url).pathname)) headers.set(...rule);
    if (status === 200 && evaluateConditions(request.headers, etag) === 'not_modified') {
      return new Response(null, { status: 304, headers });
    }
    const isText = TEXTS.test(type);
    if (isText) headers.append('vary', 'accept-encoding');
    const isCompressed = isText && request.headers.get('accept-encoding')?.includes('br') === true;
    if (isCompressed) headers.set('content-encoding', 'br');
    const body = isCompressed ? new Uint8Array(await compress(bytes, QUALITY)) : bytes;
    headers.set('content-length', String(body.byteLength));
    return new Response(request.method === 'HEAD' ? null : body, { status, headers });
  };

  return {
    /** The file of an address: /about is about.html, and /about/ leads there. null if there is none. */
    find: async (request: Request): Promise<Response | null> => {
      const { pathname, search } = new URL(request.url);
      const at = tryDecode(pathname);
      if (at === null || !['GET', 'HEAD'].includes(request.method)) return null;
      for (const name of at.endsWith('/') ? [`${at}index.html`] : [at, `${at}.html`]) {
        const bytes = await read(name);
        if (bytes) return answer(request, name, bytes);
      }
      const page = at.endsWith('/') && (await read(`${at.slice(0, -1)}.html`));
      if (!page) return null;
      const location = pathname.slice(0, -1) + search;
      return new Response(null, { status: 301, headers: { location } });
    },
    /** 404.html, for an address with neither a file nor a function, such as an unknown name below /api. */
    notFound: async (request: Request): Promise<Response> =>
      answer(request, '404.html', (await read('404.html')) ?? Buffer.from(''), 404),
  };
};

/** The site that was built in `directory`, with its functions, in the order in which Netlify looks for an answer. */
export const openShop = async (root: string, routes: Routes, directory = root) => {
  const rules = await readRules(root);
  const files = openFiles(path.join(directory, 'dist'), rules);
  return async (incoming: Request, remoteAddress: string): Promise<Response> => {
    const request = new Request(incoming.url, incoming);
    request.headers.set('x-nf-request-id', crypto.randomUUID()); // as Netlify's edge does
    const found = findFunction(routes, request, remoteAddress);
    if (found && !found.preferStatic) return found.call();
    return (
      (await files.find(request)) ??
      rules.redirectFor(new URL(request.url)) ??
      found?.call() ??
      files.notFound(request)
    );
  };
};
