import type { Config } from '@netlify/functions';
import type { HealthResponse } from '#contract/health.ts';
import { hasAccess } from '../health/access.ts';
import { reportOf } from '../health/report.ts';
import { route } from '../http/route.ts';
import { auth, limitRateLocally, now, signingSecret } from '../services.ts';

/** The owner, and `npm run doctor` by the shop's own secret. */
const mayKnow = async (request: Request): Promise<boolean> =>
  (await auth().sessionOf(request)) !== null || hasAccess(request, signingSecret(), now());

export const config: Config = { path: '/api/health' };

export default route(config, {
  GET: async (request) => {
    await limitRateLocally('health', request);
    const answer: HealthResponse = (await mayKnow(request))
      ? await reportOf(now())
      : { status: 'ok' };
    return Response.json(answer);
  },
});
