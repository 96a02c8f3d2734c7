import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { createStripeClient } from '../clients/stripe.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { MisconfiguredError, envSchema, isLiveKey, isLoopback, readBy } from '../env.ts';
import { loadSettings } from '../local/settings.ts';
import { explainStripe, mendWebhook } from './mend-webhook.ts';
import { webhookUrl } from '../admin/health/webhook-endpoint.ts';

const WHERE = 'Set it in .env, or before the command: NAME=value npm run stripe:webhook';

const needed = z.pick(envSchema, {
  STRIPE_SECRET_KEY: true,
  PUBLIC_SITE_URL: true,
  STRIPE_API_URL: true,
});

const readSettings = () => {
  loadSettings();
  const settings = readBy(needed, process.env);
  const site = new URL(settings.PUBLIC_SITE_URL);
  if (site.protocol === 'https:' && !isLoopback(site)) return settings;
  throw new MisconfiguredError(
    `PUBLIC_SITE_URL is ${site.origin}, where Stripe cannot send events. It must be the shop's address on the web, as in https://www.example.com`,
  );
};

const explain = (error: unknown): string => {
  if (error instanceof MisconfiguredError) return `${error.message}. ${WHERE}`;
  if (!(error instanceof Unavailable)) return error instanceof Error ? error.message : 'unknown';
  return explainStripe(error);
};

const run = async () => {
  const { values } = parseArgs({ options: { netlify: { type: 'boolean', default: false } } });
  const settings = readSettings();
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl } = settings;
  const mode = isLiveKey(secretKey) ? 'live' : 'test';
  console.log(`Stripe's ${mode} mode, ${webhookUrl(settings.PUBLIC_SITE_URL)}`);
  await mendWebhook(createStripeClient({ secretKey, apiUrl }), settings.PUBLIC_SITE_URL, {
    line: (text) => console.log(text),
    secret: (secret) => {
      console.log(
        'Its secret, which this command can tell once. Give it to the shop, then deploy:',
      );
      console.log(
        values.netlify
          ? `netlify env:set STRIPE_WEBHOOK_SECRET ${secret} --secret --context production`
          : `STRIPE_WEBHOOK_SECRET=${secret}`,
      );
    },
  });
};

await run().catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = 1;
});
