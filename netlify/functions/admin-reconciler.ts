import type { Config } from '@netlify/functions';
import { orderNumber } from '#contract/order-number.ts';
import type { ReconcilerResponse, ReconcilerRun } from '#contract/admin-orders.ts';
import type { Run } from '../orders/runs.ts';
import { isoTime } from '../admin/serialize-order.ts';
import { ownerRoute, reconcilerMemory } from '../services.ts';

const RUNS_SHOWN = 20;

const toRun = async ({ at, healed, ...counts }: Run): Promise<ReconcilerRun> => ({
  at: isoTime(at),
  ...counts,
  healed: await Promise.all(healed.map(orderNumber)),
});

export default ownerRoute({
  GET: async () => {
    const { last, news } = await reconcilerMemory().runs(RUNS_SHOWN);
    return Response.json({
      last: last && (await toRun(last)),
      news: await Promise.all(news.map(toRun)),
    } satisfies ReconcilerResponse);
  },
});

export const config: Config = { path: '/api/admin/reconciler' };
