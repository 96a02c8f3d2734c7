import type { Config } from '@netlify/functions';
import type { GuideFilesResponse } from '#contract/guide-files.ts';
import { guideFilesOf } from '../guides/guide-files.ts';
import { catalogue } from '../catalogue.ts';
import { editionPorts, ownerRoute } from '../services.ts';

export default ownerRoute({
  GET: async () => {
    const ports = editionPorts();
    const products = catalogue.products.map((product) => guideFilesOf(ports, product));
    return Response.json({ products: await Promise.all(products) } satisfies GuideFilesResponse);
  },
});

export const config: Config = { path: '/api/admin/guides' };
