import type { Config } from '@netlify/functions';
import { html } from 'hono/html';
import type { ProductFile } from '#contract/catalog.ts';
import { requireAccess } from '../downloads/access.ts';
import { prepareCopy } from '../downloads/buyers-copy.ts';
import { isDownload, withDownloadCount } from '../downloads/download-count.ts';
import { attachmentResponse } from '../downloads/file-response.ts';
import { type Ticket, openTicket } from '../downloads/tickets.ts';
import { findCurrentEdition } from '../guides/guide-store.ts';
import { orderNumberLine } from '../guides/order-number-line.ts';
import type { Handler } from '../http/methods.ts';
import { pageOfError, problemPage } from '../http/page.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { runJobsInBackground } from '../jobs/background.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import { now } from '../platform/clock.ts';
import { catalog, findActiveById } from '../shop/catalog.ts';
import { orderNumberOf } from '../shop/order-number.ts';

const NOT_COVERED = 'This order doesn’t include this file anymore.';

const requireTicket = async (sealed: string): Promise<Ticket> => {
  const ticket = await openTicket(sealed);
  if (!ticket) throw new Problem('ticket_invalid', 'This isn’t a download link from this shop.');
  if (ticket.expiresAt > now()) return ticket;
  throw new Problem(
    'ticket_expired',
    'This link has expired. Open your download page again for a new one.',
  );
};

/** A ticket without a file name is for the guide itself. */
const findTicketFile = (
  files: readonly ProductFile[] = [],
  name: string | undefined,
): ProductFile | undefined =>
  name === undefined ? files[0] : files.find((file) => file.name === name);

const fetchFile: Handler = async (request, params) => {
  const ticket = await requireTicket(params['ticket'] ?? '');
  const { sessionId, productId } = ticket;
  const product = findActiveById(catalog, productId);
  const file = findTicketFile(product?.files, ticket.file);
  if (!product || !file) throw new Problem('access_denied', NOT_COVERED);

  // In parallel with the order's lookup.
  const editionPromise = findCurrentEdition(file.name);
  // Prevents an unhandled rejection if the order's lookup fails first.
  editionPromise.catch(() => {});

  // The order may have been refunded after the ticket was issued.
  const { order, jobs } = await lookUpOrder(sessionId);
  runJobsInBackground(jobs);
  requireAccess(order, product, NOT_COVERED);

  const edition = await editionPromise;
  if (!edition) throw new Problem('file_not_found', 'This file isn’t available right now.');
  const line = catalog.stamp ? orderNumberLine(orderNumberOf(sessionId)) : null;
  const copy = prepareCopy(file.name, edition, line);
  return attachmentResponse(request, isDownload(request) ? withDownloadCount(copy, ticket) : copy);
};

const errorPage = (problem: Problem): Response => {
  const isExpired = problem.code === 'ticket_expired';
  const title = isExpired ? 'This link has expired' : 'Download failed';
  const content = html`<p>${problem.message}</p>
    <p><a href="/find-purchase">Find your purchase</a></p>`;
  return problemPage(problem, title, content);
};

const fetchFileOrErrorPage: Handler = async (request, params) => {
  try {
    return await fetchFile(request, params);
  } catch (error) {
    return pageOfError(request, error, errorPage);
  }
};

export const config: Config = { path: '/api/files/:ticket' };

export default route(config, { GET: fetchFileOrErrorPage, HEAD: fetchFileOrErrorPage });
