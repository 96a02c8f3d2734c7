import path from 'node:path';
import { INBOX_ENVIRONMENT, buildSite } from '../../netlify/local/build.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { ADS_CONVERSION, PAYMENTS_URL, SITE_URL } from './site.ts';

/** Builds the site that serve.ts serves. */
await buildSite(ROOT, path.join(ROOT, 'dist'), {
  PUBLIC_SITE_URL: SITE_URL,
  STRIPE_API_URL: PAYMENTS_URL, // the CSP must allow forms to submit to it
  PUBLIC_ADS_CONVERSION: ADS_CONVERSION,
  ...INBOX_ENVIRONMENT,
});
