import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from '@upstash/redis';
import Stripe from 'stripe';
import { startPayments } from '../../../netlify/local/payments.ts';
import { serveOnLoopback } from '../../../netlify/local/serve.ts';
import { SECRETS } from '../../build/deployed.ts';
import { hostedServices } from '../../shop/hosted-services.ts';
import { type Build, netlifyBuild } from './build.ts';
import { type Deploy, openDeploy } from './deploy.ts';

/** One for all deploys, as an owner sets it. */
const PUBLIC_SITE_URL = 'https://money-smart.example';

export const DEPLOYS = {
  production: { branch: 'main', siteUrl: PUBLIC_SITE_URL },
  // Netlify's build makes these of the branch, where it knows no site.
  'deploy-preview': {
    branch: 'deploy-preview-7',
    siteUrl: 'https://deploy-preview-7--site-name.netlify.app',
  },
  'branch-deploy': { branch: 'spring', siteUrl: 'https://spring--site-name.netlify.app' },
} as const;

export type Context = keyof typeof DEPLOYS;
export const CONTEXTS = Object.keys(DEPLOYS) as Context[];

/** A deploy that is up. */
type Running = Deploy & {
  readonly build: Build;
  /** Where it is served on this machine. */
  readonly site: string;
  /** The account of its key, and whether its webhooks are held back. */
  readonly stripe: Stripe;
  readonly holdWebhooks: (isHeld: boolean) => Promise<void>;
};

export type Deploys = {
  readonly at: (context: Context) => Running;
  readonly redis: Redis;
  readonly webhookSecret: string;
  readonly ownerPassword: string;
  readonly close: () => Promise<void>;
};

/**
 * The three deploys of a site, built by Netlify's own build: they share Redis and Blobs. Production has the live
 * account of Stripe; the others have the test account, which has no webhook.
 */
export const openDeploys = async (): Promise<Deploys> => {
  const closers: (() => unknown)[] = [];
  const { environment, redisUrl, stripeUrl, reset } = await hostedServices();
  const { NETLIFY_BLOBS_CONTEXT: blobsContext = '', ...shared } = environment;
  const { edgeURL: url, token } = JSON.parse(Buffer.from(blobsContext, 'base64').toString());
  const directory = await mkdtemp(path.join(tmpdir(), 'netlify-test-'));
  const { environment: testAccount, close: closeTestAccount } = await startPayments({
    port: 0,
    directory,
    siteUrl: 'http://localhost:1',
  });
  closers.push(() => rm(directory, { recursive: true, force: true }), closeTestAccount);

  const open = async (context: Context): Promise<Running> => {
    const { branch, siteUrl } = DEPLOYS[context];
    const build = await netlifyBuild({
      context,
      branch,
      environment: { ...SECRETS, PUBLIC_SITE_URL, URL: 'https://money-smart.netlify.app' },
      secrets: Object.keys(SECRETS),
    });
    const isLive = context === 'production';
    const own = { ...shared, ...(!isLive && testAccount), PUBLIC_SITE_URL };
    const deploy = openDeploy({
      build,
      context,
      siteUrl,
      environment: own,
      blobs: { url, token },
    });
    const served = await serveOnLoopback((request) => deploy.call(request.url, request), 0);
    closers.push(build.remove, deploy.stop, served.close);
    const api = new URL(isLive ? stripeUrl : testAccount.STRIPE_API_URL);
    const { hostname: host, port } = api;
    return {
      ...deploy,
      build,
      site: `http://localhost:${served.port}`,
      stripe: new Stripe(own['STRIPE_SECRET_KEY'] ?? '', { host, port, protocol: 'http' }),
      holdWebhooks: async (hold) => {
        const body = JSON.stringify({ webhooks: { hold } });
        await fetch(new URL('/_control/faults', api), { method: 'PUT', body });
      },
    };
  };

  const deploys = new Map<Context, Running>();
  for (const context of CONTEXTS) deploys.set(context, await open(context));
  const at = (context: Context): Running => {
    const deploy = deploys.get(context);
    if (!deploy) throw new Error(`${context} is not up`);
    return deploy;
  };
  await reset((request) => at('production').call(request.url, request));
  await at('deploy-preview').holdWebhooks(true);
  return {
    at,
    redis: new Redis({ url: redisUrl, token: environment['UPSTASH_REDIS_REST_TOKEN'] ?? '' }),
    webhookSecret: environment['STRIPE_WEBHOOK_SECRET'] ?? '',
    ownerPassword: environment['ADMIN_PASSWORD'] ?? '',
    close: async () => {
      for (const close of closers.toReversed()) await close();
    },
  };
};
