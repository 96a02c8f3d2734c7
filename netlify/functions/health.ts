import type { Config } from '@netlify/functions';
import type { HealthResponse } from '#contract/health.ts';
import { hasAccess } from '../admin/health/access.ts';
import { reportOf } from '../admin/health/report.ts';
import { route } from '../http/route.ts';
import { sessionOf } from '../admin/auth.ts';
import { now } from '../platform/clock.ts';
import { getEnv } from '../platform/env.ts';

/** Whether the caller is the owner, or `npm run doctor` with the shop's secret. */
const mayKnow = async (request: Request): Promise<boolean> =>
  (await sessionOf(request)) !== null || hasAccess(request, getEnv().SIGNING_SECRET, now());

export const config: Config = { path: '/api/health' };

export default route(config, {
  GET: async (request) => {
    const answer: HealthResponse = (await mayKnow(request)) ? await reportOf() : { status: 'ok' };
    return Response.json(answer);
  },
});
