import type { Config } from '@netlify/functions';
import type { HealthResponse } from '#contract/health.ts';
import { hasAccess } from '../admin/health/access.ts';
import { reportOf } from '../admin/health/report.ts';
import { route } from '../http/route.ts';
import { sessionOf } from '../admin/auth.ts';
import { limitFlood } from '../http/limits.ts';
import { now } from '../clock.ts';
import { getEnv } from '../env.ts';

/** Whether the caller is the owner, or `npm run doctor` with the shop's secret. */
const mayKnow = async (request: Request): Promise<boolean> =>
  (await sessionOf(request)) !== null || hasAccess(request, getEnv().SIGNING_SECRET, now());

export const config: Config = { path: '/api/health' };

export default route(config, {
  GET: async (request) => {
    limitFlood(request);
    const answer: HealthResponse = (await mayKnow(request)) ? await reportOf() : { status: 'ok' };
    return Response.json(answer);
  },
});
