import type { Config } from '@netlify/functions';
import { catalogue, findActiveById } from '../shop/catalogue.ts';
import { copyOf, slice } from '../downloads/copy.ts';
import { requireAccess } from '../downloads/access.ts';
import { now } from '../platform/clock.ts';
import { getEnv } from '../platform/env.ts';
import { findGuide, openGuide } from '../guides/blobs-guides.ts';
import { orderLine } from '../guides/stamp/line.ts';
import { findOrder } from '../jobs/run.ts';
import { numberOf } from '../shop/words.ts';
import { type Ticket, openTicket } from '../downloads/tickets.ts';
import { type Attachment, attachmentResponse } from '../downloads/file-response.ts';
import { countingDownload, isDownload } from '../downloads/count-downloads.ts';
import { Problem } from '../http/problem.ts';
import { type Handlers, route } from '../http/route.ts';

const NOT_COVERED = 'This order doesn’t include this file anymore.';

const readTicket = async (sealed = ''): Promise<Ticket> => {
  const ticket = await openTicket(sealed, getEnv().SIGNING_SECRET);
  if (!ticket) throw new Problem('ticket_invalid', 'This isn’t a download link from this shop.');
  if (ticket.expiresAt > now()) return ticket;
  throw new Problem(
    'ticket_expired',
    'This link has expired. Open your download page again for a new one.',
  );
};

/** The line that an order's copies carry. */
const lineFor = ({ sessionId }: Ticket): string | null =>
  catalogue.stamp ? orderLine(numberOf(sessionId)) : null;

/** A product's file; without its bytes for HEAD. */
const openFile = async (
  fileName: string,
  line: string | null,
  method: string,
): Promise<Attachment | null> => {
  if (method === 'HEAD') {
    const guide = await findGuide(fileName);
    return guide && { fileName, size: guide.size, tag: copyOf(guide, line).tag };
  }
  const guide = await openGuide(fileName);
  if (!guide) return null;
  const { size, body } = guide;
  const { tag, patch } = copyOf(guide, line);
  return {
    fileName,
    size,
    tag,
    body: { read: (range) => slice(body, range, patch), discard: () => body.cancel() },
  };
};

/** Closes a file that was opened for a caller without access. */
const discard = async (opening: Promise<Attachment | null>): Promise<void> => {
  const file = await opening.catch(() => null);
  await file?.body?.discard();
};

const fetchFile: Handlers['GET'] = async (request, params) => {
  const ticket = await readTicket(params['ticket']);
  const { sessionId, productId } = ticket;
  const product = findActiveById(catalogue, productId);
  if (!product) throw new Problem('access_denied', NOT_COVERED);
  // In parallel with the order's lookup. No byte leaves before access is checked.
  const opening = openFile(product.file_name, lineFor(ticket), request.method);
  opening.catch(() => {}); // awaited below
  try {
    // A refund may have followed the ticket.
    const order = await findOrder(sessionId);
    requireAccess(order, product, NOT_COVERED);
  } catch (error) {
    await discard(opening);
    throw error;
  }
  const file = await opening;
  if (!file) throw new Problem('file_not_found', 'There’s no such file right now.');
  return attachmentResponse(request, isDownload(request) ? countingDownload(file, ticket) : file);
};

export const config: Config = { path: '/api/files/:ticket' };

export default route(config, { GET: fetchFile, HEAD: fetchFile });
