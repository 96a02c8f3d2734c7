import type { Config } from '@netlify/functions';
import { reconcile } from '../domain/reconcile.ts';
import { logRun } from '../http/log.ts';
import { route } from '../http/route.ts';
import { noteRun, reconcilePorts } from '../services.ts';

/** A scheduled function ends after 30 s; one call with its retry may still be under way. */
const TIME_IN_MS = 15_000;

/** Netlify calls it by its schedule, and nobody can by its address. */
export default route({
  POST: async () => {
    const endAt = Date.now() + TIME_IN_MS;
    const run = await reconcile(reconcilePorts(), () => Date.now() < endAt);
    await logRun(run);
    await noteRun(run);
    const { healed, ...counts } = run;
    return Response.json({ ...counts, healed: Object.keys(healed).length });
  },
});

export const config: Config = { schedule: '*/10 * * * *' };
