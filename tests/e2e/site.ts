import path from 'node:path';
import { INBOX } from '../../netlify/local/build.ts';
import { ROOT } from '../../netlify/local/settings.ts';

/** Where the browser tests' shop is. */
export const E2E_PORT = Number(process.env['E2E_PORT'] ?? 8970);

/** With what its site is built, and in which folder until it is whole. */
export const siteSettings = () => ({
  directory: path.join(ROOT, '.netlify', 'e2e'),
  env: {
    PUBLIC_SITE_URL: `http://localhost:${E2E_PORT}`,
    // A form may lead there, says the policy.
    STRIPE_API_URL: `http://localhost:${E2E_PORT + 1}`,
    PUBLIC_ADS_CONVERSION: '',
    ...INBOX,
  },
});
