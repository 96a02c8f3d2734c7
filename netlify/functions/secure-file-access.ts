import type { Config } from '@netlify/functions';
import * as z from 'zod/mini';
import type { OrderFiles } from '#contract/orders.ts';
import { requireAccess } from '../downloads/access.ts';
import { linkFiles } from '../downloads/download-links.ts';
import { readJson } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { runJobsInBackground } from '../jobs/background.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import { catalog, findActiveById } from '../shop/catalog.ts';
import { sessionIdSchema } from '../stripe/session.ts';

const fileAccessRequest = z.strictObject({
  product_id: z.string().check(z.minLength(1), z.maxLength(64)),
  session_id: sessionIdSchema,
});

export const config: Config = { path: '/api/secure-file-access' };

export default route(config, {
  POST: async (request) => {
    const { product_id, session_id } = await readJson(request, fileAccessRequest);
    const product = findActiveById(catalog, product_id);
    if (!product) throw new Problem('product_not_found', 'This product doesn’t exist.');
    const { order, jobs } = await lookUpOrder(session_id);
    runJobsInBackground(jobs);
    requireAccess(order, product, 'No paid order includes this product.');
    const { files } = await linkFiles(session_id, [product]);
    return Response.json({ files } satisfies OrderFiles);
  },
});
