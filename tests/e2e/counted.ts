import { type Served, serveOnLoopback } from '../../netlify/local/serve.ts';

/** What reached the server. */
type Reached = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** "prefetch" where the browser fetched ahead. */
  readonly purpose: string;
};

export type Counted = {
  /** The address of the same shop, at which everything is written down. */
  readonly site: string;
  readonly reached: Reached[];
  readonly close: Served['close'];
};

/** Stands before the shop: what a browser takes from its own caches does not come by here. */
export const openCounted = async (shop: string): Promise<Counted> => {
  const reached: Reached[] = [];
  const served = await serveOnLoopback(async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set('accept-encoding', 'identity');
    headers.delete('connection');
    headers.delete('host');
    const { method } = request;
    const answer = await fetch(shop + pathname + search, { method, headers, redirect: 'manual' });
    const purpose = request.headers.get('sec-purpose') ?? '';
    reached.push({ method, path: pathname, status: answer.status, purpose });
    return answer;
  }, 0);
  return { site: `http://localhost:${served.port}`, reached, close: served.close };
};
