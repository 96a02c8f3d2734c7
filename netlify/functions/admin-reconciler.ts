import type { Config } from '@netlify/functions';
import type { ReconcilerResponse, ReconcilerRun } from '#contract/admin-orders.ts';
import type { Run } from '../orders/reconcile.ts';
import { numberOf } from '../orders/order-names.ts';
import { isoTime } from '../clock.ts';
import { ownerRoute } from '../admin/auth.ts';
import { findRuns } from '../orders/redis-reconciler.ts';

const RUNS_SHOWN = 20;

const toRun = ({ at, healed, ...counts }: Run): ReconcilerRun => ({
  at: isoTime(at),
  ...counts,
  healed: healed.map(numberOf),
});

export const config: Config = { path: '/api/admin/reconciler' };

export default ownerRoute(config, {
  GET: async () => {
    const { last, news } = await findRuns(RUNS_SHOWN);
    return Response.json({
      last: last && toRun(last),
      news: news.map(toRun),
    } satisfies ReconcilerResponse);
  },
});
