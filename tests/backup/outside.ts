import { Hono } from 'hono';
import { serveOnLoopback } from '../../netlify/local/serve.ts';

type Environment = Readonly<Record<string, string>>;

/** What a machine at home has of the shop: the same names in `.env` as Netlify's own command line. */
const SITE_ID = 'local';
const AUTH_TOKEN = 'nfp_token_of_the_owner';

const SIGNED = 'application/json;type=signed-url';
const PASSED_ON = [
  'authorization',
  'content-type',
  'if-match',
  'if-none-match',
  'upstash-encoding',
  'x-amz-meta-user',
];

const storeIn = (context = ''): { edgeURL: string; token: string } =>
  JSON.parse(Buffer.from(context, 'base64').toString());

/**
 * The way from one's own machine to the stores of a shop, whose functions have this environment: its Redis, and
 * its Blobs behind Netlify's API, which answers with signed addresses for what is read and written.
 */
export const startOutside = async (shop: Environment) => {
  const { edgeURL, token } = storeIn(shop['NETLIFY_BLOBS_CONTEXT']);
  const redisUrl = shop['UPSTASH_REDIS_REST_URL'] ?? '';

  const passOn = async (request: Request, target: string, more: Environment = {}) => {
    const headers = new Headers(more);
    for (const name of PASSED_ON) {
      const value = request.headers.get(name);
      if (value !== null && !headers.has(name)) headers.set(name, value);
    }
    const hasBody = request.method === 'POST' || request.method === 'PUT';
    const body = hasBody ? await request.arrayBuffer() : null;
    return fetch(target, { method: request.method, headers, body });
  };
  const toStore = (request: Request, pathname: string) =>
    passOn(request, edgeURL + pathname + new URL(request.url).search, {
      authorization: `Bearer ${token}`,
    });

  const app = new Hono()
    .all('/redis/*', ({ req }) => passOn(req.raw, redisUrl + req.path.slice('/redis'.length)))
    .all('/api/v1/blobs/*', ({ req }) => {
      if (req.header('authorization') !== `Bearer ${AUTH_TOKEN}`) {
        return new Response(null, { status: 401 });
      }
      const pathname = req.path.slice('/api/v1/blobs'.length);
      if (req.header('accept') !== SIGNED) return toStore(req.raw, pathname);
      return Response.json({ url: new URL(`/signed${pathname}`, req.url) });
    })
    .all('/signed/*', ({ req }) => toStore(req.raw, req.path.slice('/signed'.length)));
  const { port, close } = await serveOnLoopback((request) => app.fetch(request), 0);
  const origin = `http://127.0.0.1:${port}`;

  return {
    close,
    /** For the commands. */
    environment: {
      UPSTASH_REDIS_REST_URL: `${origin}/redis`,
      UPSTASH_REDIS_REST_TOKEN: shop['UPSTASH_REDIS_REST_TOKEN'] ?? '',
      NETLIFY_SITE_ID: SITE_ID,
      NETLIFY_AUTH_TOKEN: AUTH_TOKEN,
      NETLIFY_API_URL: origin,
    } satisfies Environment,
  };
};
