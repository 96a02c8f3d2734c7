import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from '@upstash/redis';
import Stripe from 'stripe';
import { startStandIns } from '../../../netlify/local/stand-ins.ts';
import { serveOnLoopback } from '../../../netlify/local/serve.ts';
import { SECRETS } from '../../build/deployed.ts';
import { hostedServices } from '../../shop/hosted-services.ts';
import { type Build, netlifyBuild } from './build.ts';
import { type Deploy, openDeploy } from './deploy.ts';

/** One for all deploys, as an owner sets it. */
const PUBLIC_SITE_URL = 'https://money-smart.example';

export const DEPLOYS = {
  production: { branch: 'main', siteUrl: PUBLIC_SITE_URL },
  // Netlify's build makes the address of the branch, where it knows no site.
  'deploy-preview': {
    branch: 'deploy-preview-7',
    siteUrl: 'https://deploy-preview-7--site-name.netlify.app',
  },
} as const;

export type Context = keyof typeof DEPLOYS;
export const CONTEXTS = Object.keys(DEPLOYS) as Context[];

/** A deploy that is up. */
type Running = Deploy & {
  readonly build: Build;
  /** Where it is served on this machine. */
  readonly site: string;
  /** The account of its key. */
  readonly stripe: Stripe;
};

export type Deploys = {
  readonly at: (context: Context) => Running;
  readonly redis: Redis;
  /** From now on no webhook comes to production either. */
  readonly holdWebhooks: () => Promise<void>;
  /** The texts of the mails that came. */
  readonly mails: () => Promise<readonly string[]>;
  readonly webhookSecret: string;
  readonly ownerPassword: string;
  readonly close: () => Promise<void>;
};

const holdWebhooks = async (stripeUrl: string): Promise<void> => {
  const body = JSON.stringify({ webhooks: { hold: true } });
  await fetch(`${stripeUrl}/_control/faults`, { method: 'PUT', body });
};

/**
 * Deploys of one site, built by Netlify's own build: they share Redis and Blobs. Production has the live account of
 * Stripe; the preview has the test account, which has no webhook.
 */
export const openDeploys = async (): Promise<Deploys> => {
  const closers: (() => unknown)[] = [];
  const services = await hostedServices();
  const { environment, redisUrl, stripeUrl, mailUrl, reset } = services;
  const { NETLIFY_BLOBS_CONTEXT: blobsContext = '', ...shared } = environment;
  const { edgeURL: url, token } = JSON.parse(Buffer.from(blobsContext, 'base64').toString());
  const directory = await mkdtemp(path.join(tmpdir(), 'netlify-test-'));
  const testAccount = await startStandIns({
    port: 0,
    directory,
    siteUrl: 'http://localhost:1',
    withStripe: true,
    withMail: false,
  });
  closers.push(() => rm(directory, { recursive: true, force: true }), testAccount.close);

  const open = async (context: Context): Promise<Running> => {
    const { branch, siteUrl } = DEPLOYS[context];
    const build = await netlifyBuild({
      context,
      branch,
      environment: { ...SECRETS, PUBLIC_SITE_URL, URL: 'https://money-smart.netlify.app' },
      secrets: Object.keys(SECRETS),
    });
    const isLive = context === 'production';
    const own: Readonly<Record<string, string>> = {
      ...shared,
      ...services.mailEnvironment,
      ...(!isLive && testAccount.environment),
      PUBLIC_SITE_URL,
    };
    const deploy = openDeploy({ build, context, siteUrl, environment: own, blobs: { url, token } });
    const served = await serveOnLoopback((request) => deploy.call(request.url, request), 0);
    closers.push(build.remove, deploy.stop, served.close);
    const { hostname: host, port } = new URL(isLive ? stripeUrl : testAccount.origin);
    const secretKey = own['STRIPE_SECRET_KEY'] ?? '';
    return {
      ...deploy,
      build,
      site: `http://localhost:${served.port}`,
      stripe: new Stripe(secretKey, { host, port, protocol: 'http' }),
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
  await holdWebhooks(testAccount.origin);
  return {
    at,
    redis: new Redis({ url: redisUrl, token: environment['UPSTASH_REDIS_REST_TOKEN'] ?? '' }),
    holdWebhooks: () => holdWebhooks(stripeUrl),
    mails: async () => {
      const mails: { text: string }[] = await (await fetch(`${mailUrl}/inbox.json`)).json();
      return mails.map(({ text }) => text);
    },
    webhookSecret: environment['STRIPE_WEBHOOK_SECRET'] ?? '',
    ownerPassword: environment['ADMIN_PASSWORD'] ?? '',
    close: async () => {
      // What mail and Stripe still tell finds nobody from now on.
      await reset(async () => new Response(null, { status: 503 }));
      for (const close of closers.toReversed()) await close();
    },
  };
};
