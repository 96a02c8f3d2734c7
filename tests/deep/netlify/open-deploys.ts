import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from '@upstash/redis';
import Stripe from 'stripe';
import { serveOnLoopback, serveOnceMade } from '../../../netlify/local/serve.ts';
import { serveServices } from '../../../netlify/local/serve-services.ts';
import { netlifyBuild } from './build.ts';
import { openDeploy } from './deploy.ts';

/** One for all deploys, as an owner sets it. */
const PUBLIC_SITE_URL = 'https://money-smart.example';

const DEPLOYS = {
  production: { branch: 'main', siteUrl: PUBLIC_SITE_URL },
  // Netlify's build makes the address of the branch, because it knows no site.
  'deploy-preview': {
    branch: 'deploy-preview-7',
    siteUrl: 'https://deploy-preview-7--site-name.netlify.app',
  },
} as const;

export type Context = keyof typeof DEPLOYS;
export const CONTEXTS = Object.keys(DEPLOYS) as Context[];

/**
 * Two deploys of one site, built by Netlify's own build, that share Redis and Blobs. Production has Stripe's live
 * account. The preview has the test account, which has no webhook.
 */
export const openDeploys = async () => {
  const closers: (() => unknown)[] = [];
  const site = await serveOnceMade(0);
  const directory = await mkdtemp(path.join(tmpdir(), 'netlify-test-'));
  const services = await serveServices({
    directory: path.join(directory, 'live'),
    siteUrl: site.origin,
    withRedis: true,
    withStripe: true,
    withMail: true,
  });
  const testAccount = await serveServices({
    directory: path.join(directory, 'test'),
    siteUrl: 'http://localhost:1',
    withStripe: true,
  });
  closers.push(() => rm(directory, { recursive: true, force: true }));
  closers.push(site.close, services.close, testAccount.close);
  const { NETLIFY_BLOBS_CONTEXT: blobsContext = '', ...hosted } = services.environment;
  const { edgeURL: url, token } = JSON.parse(Buffer.from(blobsContext, 'base64').toString());
  const ownerPassword = 'the password of the tests';
  const shared = { ...hosted, SIGNING_SECRET: 'x'.repeat(32), ADMIN_PASSWORD: ownerPassword };

  const open = async (context: Context) => {
    const { branch, siteUrl } = DEPLOYS[context];
    const urls = { PUBLIC_SITE_URL, URL: 'https://money-smart.netlify.app' };
    const build = await netlifyBuild(context, branch, urls);
    closers.push(build.remove);
    const isLive = context === 'production';
    const own: Readonly<Record<string, string>> = {
      ...shared,
      ...(!isLive && testAccount.environment),
      PUBLIC_SITE_URL,
    };
    const deploy = openDeploy(build, context, siteUrl, own, { url, token });
    const served = await serveOnLoopback((request) => deploy.call(request.url, request), 0);
    closers.push(deploy.stop, served.close);
    const { hostname: host, port } = new URL(own['STRIPE_API_URL'] ?? '');
    const stripe = new Stripe(own['STRIPE_SECRET_KEY'] ?? '', { host, port, protocol: 'http' });
    /** From now on its Stripe calls nobody. */
    const holdWebhooks = () => {
      const body = JSON.stringify({ webhooks: { hold: true } });
      return fetch(`http://${host}:${port}/_control/faults`, { method: 'PUT', body });
    };
    return { ...deploy, site: served.origin, stripe, holdWebhooks };
  };

  const deploys = {
    production: await open('production'),
    'deploy-preview': await open('deploy-preview'),
  };
  site.answerBy((request) => deploys.production.call(request.url, request));
  await deploys['deploy-preview'].holdWebhooks();
  return {
    at: (context: Context) => deploys[context],
    redis: new Redis({
      url: hosted['UPSTASH_REDIS_REST_URL'] ?? '',
      token: hosted['UPSTASH_REDIS_REST_TOKEN'] ?? '',
    }),
    /** The texts of the mails that were sent. */
    mails: async () => {
      const mails: { text: string }[] = await (
        await fetch(`${hosted['MAIL_API_URL']}/inbox.json`)
      ).json();
      return mails.map(({ text }) => text);
    },
    ownerPassword,
    close: async () => {
      for (const close of closers.toReversed()) await close();
    },
  };
};
