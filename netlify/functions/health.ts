import type { Config } from '@netlify/functions';
import type { HealthResponse } from '#contract/health.ts';
import { readOwnerSession } from '../admin/auth.ts';
import { hasAccess, healthReport } from '../admin/health.ts';
import { route } from '../http/route.ts';

export const config: Config = { path: '/api/health' };

/** Only the owner, and `npm run doctor` with the shop's secret, get the report. */
export default route(config, {
  GET: async (request) => {
    const mayRead = (await hasAccess(request)) || (await readOwnerSession(request)) !== null;
    const answer: HealthResponse = mayRead ? await healthReport() : { status: 'ok' };
    return Response.json(answer);
  },
});
