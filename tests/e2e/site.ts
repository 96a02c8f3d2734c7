import { freePort } from '../ports.ts';

/**
 * The port of the shop for the browser tests. It is chosen once for each run, by `.ci/test.ts`
 * before the build or else here. Child processes inherit it.
 */
process.env['E2E_PORT'] ||= String(await freePort());
export const E2E_PORT = Number(process.env['E2E_PORT']);

export const SITE_URL = `http://localhost:${E2E_PORT}`;
/** The address of the Stripe stand-in and the inbox. */
export const PAYMENTS_URL = `http://localhost:${E2E_PORT + 1}`;

/** Enables the ad service in the built site, so that the browser tests cover it. */
export const ADS_CONVERSION = 'AW-123456789/AbC-D_efG';
