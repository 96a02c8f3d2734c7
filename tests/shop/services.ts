import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { blobsContext, createBlobs } from '../../netlify/local/blobs.ts';
import { createInbox } from '../../netlify/local/mail/inbox.ts';
import { startEngine } from '../../netlify/local/redis/engine.ts';
import { createRest } from '../../netlify/local/redis/rest.ts';
import { createStripeStandIn } from '../../netlify/local/stripe/stand-in.ts';

const SECRETS = {
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
  UPSTASH_REDIS_REST_TOKEN: 'token-of-the-stores',
  SIGNING_SECRET: 'a signing secret of the tests, long enough',
  ADMIN_PASSWORD: 'the password of the tests',
};

const MAIL = {
  MAIL_API_KEY: 're_of_the_tests',
  MAIL_FROM: 'Money-Smart Kids <shop@example.com>',
};

type Origins = Readonly<Record<'site' | 'stripe' | 'redis' | 'blobs' | 'mail', string>>;

/** What the functions read of services at these addresses; `mail`, in a shop that sends mails. */
export const environmentAt = ({ site, stripe, redis, blobs, mail }: Origins) => ({
  environment: {
    ...SECRETS,
    PUBLIC_SITE_URL: site,
    STRIPE_API_URL: stripe,
    UPSTASH_REDIS_REST_URL: redis,
    NETLIFY_BLOBS_CONTEXT: blobsContext(blobs, SECRETS.UPSTASH_REDIS_REST_TOKEN),
  },
  mailEnvironment: { ...MAIL, MAIL_API_URL: mail },
});

/**
 * The hosted services on this machine, which answer requests for these addresses. They keep what they know in a folder
 * whose name begins so, until this process ends.
 */
export const createServices = async (
  folder: string,
  { site, stripe, mail }: Pick<Origins, 'site' | 'stripe' | 'mail'>,
) => {
  const directory = await mkdtemp(path.join(tmpdir(), folder));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const engine = await startEngine(path.join(directory, 'redis'));
  if (engine.lasting) await engine.redis.config('SET', 'appendonly', 'no'); // it ends with the tests
  const token = SECRETS.UPSTASH_REDIS_REST_TOKEN;
  const rest = createRest(engine.redis, token);
  const newStandIn = () =>
    createStripeStandIn({
      origin: stripe,
      secretKey: SECRETS.STRIPE_SECRET_KEY,
      webhookSecret: SECRETS.STRIPE_WEBHOOK_SECRET,
      webhookUrl: `${site}/api/stripe-webhook`,
      stateFile: null,
    });
  const newInbox = () =>
    createInbox({
      origin: mail,
      apiKey: MAIL.MAIL_API_KEY,
      stateFile: null,
    });
  const newStore = (number: number) => createBlobs(path.join(directory, `blobs-${number}`), token);
  let standIn = newStandIn();
  let inbox = newInbox();
  let stores = 0;
  let blobs = newStore(stores);
  const beside = [1, 2].map((db) => engine.redis.duplicate({ db }));
  return {
    data: engine.redis,
    /** Two Redis of others. */
    redisBeside: beside.map((redis) => {
      const { fetch } = createRest(redis, token);
      return (request: Request) => fetch(request);
    }),
    redis: (request: Request) => rest.fetch(request),
    stripe: (request: Request) => standIn.fetch(request),
    mail: (request: Request) => inbox.fetch(request),
    blobs: (request: Request) => blobs.fetch(request),
    /** An empty Redis, a Stripe without a past and an empty inbox. */
    reset: async (): Promise<void> => {
      standIn.close();
      standIn = newStandIn();
      inbox = newInbox();
      await engine.redis.flushall();
    },
    /** A store without guides. */
    emptyStore: (): void => void (blobs = newStore((stores += 1))),
    close: async (): Promise<void> => {
      standIn.close();
      for (const redis of beside) redis.disconnect();
      await engine.stop();
    },
  };
};
