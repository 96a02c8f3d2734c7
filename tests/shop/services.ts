import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBlobs } from '../../netlify/local/blobs.ts';
import { createInbox } from '../../netlify/local/mail/inbox.ts';
import { startEngine } from '../../netlify/local/redis/engine.ts';
import { createRest } from '../../netlify/local/redis/rest.ts';
import { type Secrets, environmentFor } from '../../netlify/local/services.ts';
import { createStripeStandIn } from '../../netlify/local/stripe/stand-in.ts';

const SECRETS: Secrets = {
  stripe: 'sk_test_of_the_tests',
  webhook: 'whsec_of_the_tests',
  mail: 're_of_the_tests',
  stores: 'token-of-the-stores',
};

type Origins = Readonly<Record<'site' | 'stripe' | 'redis' | 'blobs' | 'mail', string>>;

/** The functions' settings for services at these addresses. `mailEnvironment` is for a shop that sends email. */
export const environmentAt = ({ site, stripe, redis, blobs, mail }: Origins) => ({
  environment: {
    ...environmentFor.stripe(stripe, SECRETS),
    ...environmentFor.redis(redis, SECRETS),
    ...environmentFor.blobs(blobs, SECRETS),
    PUBLIC_SITE_URL: site,
    SIGNING_SECRET: 'a signing secret of the tests, long enough',
    ADMIN_PASSWORD: 'the password of the tests',
  },
  mailEnvironment: environmentFor.mail(mail, SECRETS),
});

/**
 * The local services. Their data are in a new folder whose name begins
 * with `folder`. The folder is deleted when this process ends.
 */
export const createServices = async (
  folder: string,
  { site, stripe }: Pick<Origins, 'site' | 'stripe'>,
) => {
  const directory = await mkdtemp(path.join(tmpdir(), folder));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const engine = await startEngine(path.join(directory, 'redis'));
  if (engine.lasting) await engine.redis.config('SET', 'appendonly', 'no'); // it ends with the tests
  const token = SECRETS.stores;
  const rest = createRest(engine.redis, token);
  const newStandIn = () =>
    createStripeStandIn({
      origin: stripe,
      secretKey: SECRETS.stripe,
      webhookUrl: `${site}/api/stripe-webhook`,
      webhookSecret: SECRETS.webhook,
      stateFile: null,
    });
  const newInbox = () => createInbox(SECRETS.mail, null);
  const newStore = (number: number) => createBlobs(path.join(directory, `blobs-${number}`), token);
  let standIn = newStandIn();
  let inbox = newInbox();
  let stores = 0;
  let blobs = newStore(stores);
  return {
    data: engine.redis,
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
      await engine.stop();
    },
  };
};
