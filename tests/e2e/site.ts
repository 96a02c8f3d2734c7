import path from 'node:path';
import { INBOX } from '../../netlify/local/build.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { holdPorts } from './ports.ts';

/**
 * Where the browser tests' shop is: chosen once for each run, by `.ci/test.ts` before the build or else here. What a run
 * starts inherits it.
 */
const chosen = async (): Promise<string> => {
  const { port, release } = await holdPorts();
  await release();
  return port;
};
process.env['E2E_PORT'] ||= await chosen();
export const E2E_PORT = Number(process.env['E2E_PORT']);

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
