import { LOOPBACK_HOSTS } from '../platform/loopback.ts';

/**
 * With NODE_USE_ENV_PROXY, `fetch` sends its calls to the proxy of HTTP_PROXY, even those to this
 * machine, unless `no_proxy` names it. `fetch` reads this variable at each call.
 * https://nodejs.org/api/http.html#built-in-proxy-support
 */
export const keepLoopbackOffProxy = (env: NodeJS.ProcessEnv = process.env): void => {
  const hosts = env['no_proxy'] ?? env['NO_PROXY'] ?? '';
  if (hosts.trim() === '*') return;
  const names = hosts.split(',').filter((name) => name !== '');
  env['no_proxy'] = [...new Set([...names, ...LOOPBACK_HOSTS])].join(',');
};
