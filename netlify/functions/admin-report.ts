import type { Config } from '@netlify/functions';
import { reportQuery } from '#contract/admin-orders.ts';
import { ownerRoute } from '../admin/auth.ts';
import { readReport } from '../admin/report.ts';
import { readQuery } from '../http/body.ts';

export const config: Config = { path: '/api/admin/report' };

export default ownerRoute(config, {
  GET: async (request) => {
    const { period } = readQuery(request, reportQuery);
    return Response.json(await readReport(period));
  },
});
