import { INBOX } from '../../netlify/local/build.ts';
import { freePort } from '../ports.ts';

/**
 * The port of the browser tests' shop, chosen once for each run: by `.ci/test.ts` before the build, or else here. Child
 * processes inherit it.
 */
process.env['E2E_PORT'] ||= String(await freePort());
export const E2E_PORT = Number(process.env['E2E_PORT']);

/** The settings of its build. */
export const siteSettings = () => ({
  PUBLIC_SITE_URL: `http://localhost:${E2E_PORT}`,
  // The policy allows forms to lead there.
  STRIPE_API_URL: `http://localhost:${E2E_PORT + 1}`,
  PUBLIC_ADS_CONVERSION: '',
  ...INBOX,
});
