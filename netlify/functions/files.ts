import type { Config } from '@netlify/functions';
import { catalogue, findActiveById } from '../catalogue.ts';
import { copyOf } from '../downloads/copy.ts';
import { closedWords, mayDownload } from '../downloads/access.ts';
import { downloadNote } from '../downloads/download-facts.ts';
import { now } from '../clock.ts';
import { getEnv } from '../env.ts';
import { findGuide, openGuide } from '../guides/blobs-guides.ts';
import { orderLine } from '../guides/stamp/line.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import { numberOf } from '../orders/order-names.ts';
import { type Ticket, openTicket } from '../downloads/tickets.ts';
import { type Attachment, attachmentResponse } from '../downloads/file-response.ts';
import { isDownload, withDownloadNote } from '../downloads/is-download.ts';
import { boundLogError } from '../http/log.ts';
import { Problem } from '../http/problem.ts';
import { slice } from '../downloads/range.ts';
import { type Handlers, route } from '../http/route.ts';
import { noteDownload } from '../downloads/redis-downloads.ts';
import { callerOf } from '../http/rate-limiter.ts';

const NOT_COVERED = 'This order does not cover this file any more.';

const readTicket = async (sealed = ''): Promise<Ticket> => {
  const ticket = await openTicket(sealed, getEnv().SIGNING_SECRET);
  if (!ticket) throw new Problem('ticket_invalid', 'This is not a download link of this shop.');
  if (ticket.expiresAt > now()) return ticket;
  throw new Problem('ticket_expired', 'Open your download page again for a fresh link.');
};

/** The line in an order's copies. */
const lineFor = ({ sessionId }: Ticket): string | null =>
  catalogue.stamp ? orderLine(numberOf(sessionId)) : null;

/** The file of a product; HEAD needs no bytes. */
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

/** Records with the order that a file was fetched. The download does not depend on it. */
const noteOf = (ticket: Ticket): (() => Promise<void>) => {
  const logFailure = boundLogError();
  return async () => {
    await noteDownload(ticket.sessionId, downloadNote(ticket), now()).catch(logFailure);
  };
};

/** Releases a file that was opened for a caller who may not have it. */
const discard = async (opening: Promise<Attachment | null>): Promise<void> => {
  const file = await opening.catch(() => null);
  await file?.body?.discard();
};

const fetchFile: Handlers['GET'] = async (request, params) => {
  const ticket = await readTicket(params['ticket']);
  const { sessionId, productId } = ticket;
  const product = findActiveById(catalogue, productId);
  if (!product) throw new Problem('access_denied', NOT_COVERED);
  const caller = await callerOf('files', request); // first, since a flood ends here
  // In parallel with the order, to save time. No byte leaves before access is checked.
  const opening = openFile(product.file_name, lineFor(ticket), request.method);
  opening.catch(() => {}); // awaited below
  try {
    // Checked again, since a refund may have come after the ticket was made.
    const order = await lookUpOrder(caller, sessionId);
    if (!mayDownload(order, product)) {
      throw new Problem('access_denied', closedWords(order) ?? NOT_COVERED);
    }
  } catch (error) {
    await discard(opening);
    throw error;
  }
  const file = await opening;
  if (!file) throw new Problem('file_not_found', 'There is no such file at the moment.');
  return attachmentResponse(
    request,
    isDownload(request) ? withDownloadNote(file, noteOf(ticket)) : file,
  );
};

export const config: Config = { path: '/api/files/:ticket' };

export default route(config, { GET: fetchFile, HEAD: fetchFile });
