import { serveOnceMade } from '../../netlify/local/serve.ts';
import type { Handler } from '../../netlify/local/routes.ts';
import { startProxy } from './proxy.ts';
import { createServices, environmentAt } from './services.ts';

/** Those that proxies stand before, which can fail. */
const SERVICES = ['redis', 'stripe', 'blobs', 'mail'] as const;

const serveBehindProxy = async () => {
  const served = await serveOnceMade(0);
  return { ...served, proxy: await startProxy(served.origin) };
};

const start = async () => {
  const site = await serveOnceMade(0);
  const redis = await serveBehindProxy();
  const stripe = await serveBehindProxy();
  const blobs = await serveBehindProxy();
  const mail = await serveBehindProxy();
  const servers = { redis, stripe, blobs, mail };
  const services = await createServices('shop-test-', {
    site: site.origin,
    stripe: stripe.origin,
    mail: mail.origin,
  });
  for (const name of SERVICES) servers[name].answerBy(services[name]);
  return {
    siteUrl: site.origin,
    /** Where they are reached beside the proxies. */
    redisUrl: redis.origin,
    stripeUrl: stripe.origin,
    mailUrl: mail.origin,
    proxies: {
      redis: redis.proxy,
      stripe: stripe.proxy,
      blobs: blobs.proxy,
      mail: mail.proxy,
    },
    ...environmentAt({
      site: site.origin,
      redis: redis.proxy.url,
      stripe: stripe.proxy.url,
      blobs: blobs.proxy.url,
      mail: mail.proxy.url,
    }),
    /** All of them without a past, no guides, and proxies that pass all on. */
    reset: async (handle: Handler): Promise<void> => {
      for (const name of SERVICES) servers[name].proxy.fail('none');
      await services.reset();
      services.emptyStore();
      site.answerBy((request) => handle(request));
    },
  };
};

declare global {
  // Not of this module, which a test that reads the environment anew loads a second time.
  var hostedServices: ReturnType<typeof start> | undefined;
}

/** Those of this process, in which test files run one after another; they end with it. */
export const hostedServices = (): ReturnType<typeof start> =>
  (globalThis.hostedServices ??= start());
