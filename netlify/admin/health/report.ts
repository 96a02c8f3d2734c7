import type { HealthReport } from '#contract/health.ts';
import { activeProducts, catalogue } from '../../catalogue.ts';
import { createRedisClient } from '../../clients/redis.ts';
import { stripeClient } from '../../clients/stripe.ts';
import { isoTime, now } from '../../clock.ts';
import { deployContext, getEnv, givenSettings, isLive } from '../../env.ts';
import { findGuide } from '../../guides/blobs-guides.ts';
import { waitingSince } from '../../mail/receipt.ts';
import { findLastRun } from '../../orders/redis-reconciler.ts';
import { type Finding, check, fault, ok, timed, warning, worst } from './check.ts';
import { mailChecks } from './mail-checks.ts';
import { pastChecks } from './past-checks.ts';
import { PATIENCE_IN_MS, redisChecks } from './redis-checks.ts';
import { settingsChecks } from './settings.ts';
import type { Stage } from './settings-table.ts';
import { stripeChecks } from './stripe-checks.ts';

const UPLOAD = 'Upload a PDF at /admin-upload.';

/** Whether each product on sale has a file, and not just a sample. */
const guideFindings = async (): Promise<readonly Finding[]> => {
  const products = activeProducts(catalogue);
  const files = await Promise.all(products.map(({ file_name: fileName }) => findGuide(fileName)));
  const namesOf = (is: (file: (typeof files)[number]) => boolean): string =>
    products.flatMap(({ name }, at) => (is(files[at] ?? null) ? [name] : [])).join(', ');
  const missing = namesOf((file) => file === null);
  const samples = namesOf((file) => file?.sampleOf !== undefined);
  const wrong = [
    missing && fault(`There’s no file for these, so buyers get nothing: ${missing}.`, UPLOAD),
    samples && warning(`Buyers of these get a sample: ${samples}.`, UPLOAD),
  ].filter((found) => found !== '');
  return wrong.length > 0 ? wrong : [ok('Every product for sale has one.')];
};

const stageOf = (context: string): Stage =>
  context === 'production' ? 'live' : context === 'dev' ? 'local' : 'preview';

/** Checks the shop from inside, all checks at the same time. */
export const reportOf = async (): Promise<HealthReport> => {
  const env = getEnv();
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env;
  const stage = stageOf(deployContext());
  const database = createRedisClient({ url, token, timeoutInMs: PATIENCE_IN_MS });
  const found = await Promise.all([
    settingsChecks(givenSettings(), stage),
    stripeChecks(stripeClient(), isLive(), env.PUBLIC_SITE_URL, stage),
    redisChecks(database, { isBeside: stage !== 'local' }),
    mailChecks(env.MAIL_API_KEY, env.MAIL_FROM, env.MAIL_API_URL),
    check('Guide files', 'Check https://www.netlifystatus.com and try again.', () =>
      timed(guideFindings()),
    ),
    check('Schedule', 'Its state is in the order database.', async () => {
      const [last, receipts] = await Promise.all([findLastRun(), waitingSince()]);
      return pastChecks(last, receipts, now());
    }),
  ]);
  const checks = found.flat();
  return { status: worst(checks), at: isoTime(now()), checks };
};
