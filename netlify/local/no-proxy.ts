import { LOOPBACK_HOSTS } from '../platform/loopback.ts';

/**
 * With NODE_USE_ENV_PROXY, `fetch` sends requests to the proxy in HTTP_PROXY, even those to this
 * machine, unless `no_proxy` lists the host. `fetch` reads this variable for each request.
 * https://nodejs.org/api/http.html#built-in-proxy-support
 */
export const keepLoopbackOffProxy = (env: NodeJS.ProcessEnv = process.env): void => {
  const hosts = env['no_proxy'] ?? env['NO_PROXY'] ?? '';
  if (hosts.trim() === '*') return;
  const names = hosts.split(',').filter((name) => name !== '');
  env['no_proxy'] = [...new Set([...names, ...LOOPBACK_HOSTS])].join(',');
};
