import type { Config } from '@netlify/functions';
import { html } from 'hono/html';
import { catalog, findActiveById } from '../shop/catalog.ts';
import { requireAccess } from '../downloads/access.ts';
import { type Ticket, openTicket } from '../downloads/tickets.ts';
import { prepareCopy } from '../downloads/buyers-copy.ts';
import { withDownloadCount, isDownload } from '../downloads/download-count.ts';
import { now } from '../platform/clock.ts';
import { findCurrentEdition } from '../guides/guide-store.ts';
import { orderNumberLine } from '../guides/order-number-line.ts';
import { runJobsAfterResponse } from '../jobs/after-response.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { attachmentResponse } from '../downloads/file-response.ts';
import { pageOfError, problemPage } from '../http/page.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import type { Handler } from '../http/methods.ts';

const NOT_COVERED = 'This order doesn’t include this file anymore.';

const readTicket = async (sealed = ''): Promise<Ticket> => {
  const ticket = await openTicket(sealed);
  if (!ticket) throw new Problem('ticket_invalid', 'This isn’t a download link from this shop.');
  if (ticket.expiresAt > now()) return ticket;
  throw new Problem(
    'ticket_expired',
    'This link has expired. Open your download page again for a new one.',
  );
};

/** The line that an order's copies carry. */
const lineFor = ({ sessionId }: Ticket): string | null =>
  catalog.stamp ? orderNumberLine(orderNumberOf(sessionId)) : null;

const fetchFile: Handler = async (request, params) => {
  const ticket = await readTicket(params['ticket']);
  const { sessionId, productId } = ticket;
  const product = findActiveById(catalog, productId);
  if (!product) throw new Problem('access_denied', NOT_COVERED);
  // In parallel with the order's lookup. The bytes are read once access is checked.
  const finding = findCurrentEdition(product.file_name);
  finding.catch(() => {}); // awaited below
  // A refund may have followed the ticket.
  const { order, jobs } = await lookUpOrder(sessionId);
  runJobsAfterResponse(jobs);
  requireAccess(order, product, NOT_COVERED);
  const guide = await finding;
  if (!guide) throw new Problem('file_not_found', 'There’s no such file right now.');
  const file = prepareCopy(product.file_name, guide, lineFor(ticket));
  return attachmentResponse(request, isDownload(request) ? withDownloadCount(file, ticket) : file);
};

/** The page for a person who opens a link without a file. */
const pageOf = (problem: Problem): Response =>
  problemPage(
    problem,
    problem.code === 'ticket_expired' ? 'This link has expired' : 'Download failed',
    html`<p>${problem.message}</p>
      <p><a href="/find-purchase">Find your purchase</a></p>`,
  );

const answer: Handler = async (request, params) => {
  try {
    return await fetchFile(request, params);
  } catch (error) {
    return pageOfError(request, error, pageOf);
  }
};

export const config: Config = { path: '/api/files/:ticket' };

export default route(config, { GET: answer, HEAD: answer });
