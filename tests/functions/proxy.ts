import { serveOnLoopback } from '../../netlify/local/serve.ts';

/** How the service behind fails: not at all, with an error, or by never answering. */
export type Failure = 'none' | 'error' | 'silence';

/** Stands between the shop and a service, and can play dead. */
export const startProxy = async (target: string) => {
  let failure: Failure = 'none';
  const served = await serveOnLoopback((request) => {
    if (failure === 'error') return new Response('upstream is down', { status: 500 });
    if (failure === 'silence') return new Promise<Response>(() => {});
    const path = new URL(request.url).pathname.replace(/\/$/, '');
    return fetch(new Request(target + path, request));
  }, 0);
  return {
    url: `http://localhost:${served.port}`,
    fail: (how: Failure) => void (failure = how),
    close: served.close,
  };
};
