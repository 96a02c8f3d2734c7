import type { Config } from '@netlify/functions';
import type { HealthResponse } from '#contract/health.ts';
import { readOwnerSession } from '../admin/auth.ts';
import { hasHealthToken, healthReport } from '../admin/health.ts';
import { route } from '../http/route.ts';

/** `npm run doctor` sends a health token, and the owner's pages send the session's cookie. */
const mayReadReport = async (request: Request): Promise<boolean> =>
  (await hasHealthToken(request)) || (await readOwnerSession(request)) !== null;

export const config: Config = { path: '/api/health' };

export default route(config, {
  GET: async (request) => {
    const isAllowed = await mayReadReport(request);
    const response: HealthResponse = isAllowed ? await healthReport() : { status: 'ok' };
    return Response.json(response);
  },
});
