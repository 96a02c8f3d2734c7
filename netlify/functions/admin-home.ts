import { homePage, loginPage } from '../admin/pages.ts';
import type { Config } from '@netlify/functions';
import { guideFilesOf } from '../guides/guide-files.ts';
import { logError } from '../http/log.ts';
import { html } from 'hono/html';
import { pageResponse } from '../http/page.ts';
import { problemOf, statusOf } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { catalogue } from '../catalogue.ts';
import { sessionOf } from '../admin/auth.ts';

const failed = (error: unknown): Response => {
  logError(error);
  const words = 'Your files cannot be reached just now. Try again in a minute.';
  return pageResponse('One moment, please', html`<p>${words}</p>`, {
    status: statusOf(problemOf(error)),
  });
};

export const config: Config = { path: '/admin-home' };

/** Where the plain form of /admin-upload leads to. */
export default route(config, {
  GET: async (request) => {
    if (!(await sessionOf(request))) return loginPage(401);
    const products = catalogue.products.map(guideFilesOf);
    return Promise.all(products).then((files) => homePage(files, catalogue.time_zone), failed);
  },
});
