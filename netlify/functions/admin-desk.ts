import type { Config } from '@netlify/functions';
import { shelfProduct } from '../domain/shelf.ts';
import { deskPage } from '../http/desk-page.ts';
import { logError } from '../http/log.ts';
import { loginPage } from '../http/login-page.ts';
import { html, pageResponse } from '../http/page.ts';
import { problemOf, statusOf } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { catalogue } from '../services/catalogue.ts';
import { door } from '../services/door.ts';
import { shelfPorts } from '../services/shelf.ts';

const failed = (error: unknown): Response => {
  logError(error);
  const words = 'Your files cannot be reached just now. Try again in a minute.';
  return pageResponse('One moment, please', html`<p>${words}</p>`, {
    status: statusOf(problemOf(error)),
  });
};

/** Where the plain form of /admin-upload leads to. */
export default route({
  GET: async (request) => {
    if (!(await door.sessionOf(request))) return loginPage(401);
    const ports = shelfPorts();
    const products = catalogue.products.map((product) => shelfProduct(ports, product));
    return Promise.all(products).then(deskPage, failed);
  },
});

export const config: Config = { path: '/admin-desk' };
