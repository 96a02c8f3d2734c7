import { Hono } from 'hono';
import { serveOnLoopback } from '../../netlify/local/serve.ts';

type Environment = Readonly<Record<string, string>>;

const AUTH_TOKEN = 'nfp_token_of_the_owner';
const SIGNED = 'application/json;type=signed-url';
const OF_THE_CONNECTION = 'host connection keep-alive content-length transfer-encoding'.split(' ');

const passOn = async (request: Request, target: string, more: Environment = {}) => {
  const headers = new Headers(request.headers);
  for (const name of OF_THE_CONNECTION) headers.delete(name);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  const hasBody = request.method === 'POST' || request.method === 'PUT';
  const body = hasBody ? await request.arrayBuffer() : null;
  return fetch(target, { method: request.method, headers, body });
};

/** Serves a shop's Redis to the owner's machine, and its Blobs behind Netlify's API, which answers signed addresses. */
export const startOutside = async (shop: Environment) => {
  const context = Buffer.from(shop['NETLIFY_BLOBS_CONTEXT'] ?? '', 'base64').toString();
  const { edgeURL, token } = JSON.parse(context);
  const authorization = `Bearer ${token}`;
  const toStore = (request: Request, pathname: string) =>
    passOn(request, edgeURL + pathname + new URL(request.url).search, { authorization });
  const app = new Hono()
    .all('/redis/*', ({ req }) =>
      passOn(req.raw, req.path.replace('/redis', shop['UPSTASH_REDIS_REST_URL'] ?? '')),
    )
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
    environment: {
      UPSTASH_REDIS_REST_URL: `${origin}/redis`,
      UPSTASH_REDIS_REST_TOKEN: shop['UPSTASH_REDIS_REST_TOKEN'] ?? '',
      NETLIFY_SITE_ID: 'local',
      NETLIFY_AUTH_TOKEN: AUTH_TOKEN,
      NETLIFY_API_URL: origin,
    },
  };
};
