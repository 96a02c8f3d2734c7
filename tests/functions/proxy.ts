import { serveOnLoopback } from '../../netlify/local/serve.ts';

/** Stands between the shop and a service, and can play dead. */
export const startProxy = async (target: string) => {
  let isDown = false;
  const served = await serveOnLoopback((request) => {
    if (isDown) return new Response('upstream is down', { status: 500 });
    const path = new URL(request.url).pathname.replace(/\/$/, '');
    return fetch(new Request(target + path, request));
  }, 0);
  return {
    url: `http://localhost:${served.port}`,
    setDown: (down: boolean) => void (isDown = down),
    close: served.close,
  };
};
