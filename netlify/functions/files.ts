import type { Config } from '@netlify/functions';
import type { Product } from '#contract/catalogue.ts';
import { archiveName, archiveOf, archivedProducts, findArchive } from '../downloads/archive.ts';
import { catalogue, findActiveById } from '../catalogue.ts';
import { downloadNote } from '../downloads/download-facts.ts';
import { closedWords, mayDownload } from '../downloads/access.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import { type Ticket, openTicket } from '../downloads/tickets.ts';
import { type Attachment, attachmentResponse } from '../downloads/file-response.ts';
import { isDownload, withDownloadNote } from '../downloads/is-download.ts';
import { boundLogError } from '../http/log.ts';
import { Problem } from '../http/problem.ts';
import { slice } from '../downloads/range.ts';
import { type Handlers, route } from '../http/route.ts';
import { callerOf, downloads, guides, now, orderPorts, signingSecret } from '../services.ts';

const readTicket = async (sealed = ''): Promise<Ticket> => {
  const ticket = await openTicket(sealed, signingSecret());
  if (!ticket) throw new Problem('ticket_invalid', 'This is not a download link of this shop.');
  if (ticket.expiresAt > now()) return ticket;
  throw new Problem('ticket_expired', 'Open your download page again for a fresh link.');
};

/** The file of a product; HEAD needs no bytes. */
const openGuide = async (fileName: string, method: string): Promise<Attachment | null> => {
  const named = { fileName, mediaType: 'application/pdf' } as const;
  if (method === 'HEAD') {
    const guide = await guides().find(fileName);
    return guide && { ...named, size: guide.size, sha256: guide.sha256 };
  }
  const guide = await guides().open(fileName);
  if (!guide) return null;
  const { size, sha256, body } = guide;
  return {
    ...named,
    size,
    sha256,
    body: { read: (range) => slice(body, range), discard: () => body.cancel() },
  };
};

const openArchive = async (
  product: Product,
  parts: readonly Product[],
  method: string,
): Promise<Attachment | null> => {
  const found = await findArchive({ guides: guides() }, parts);
  if (!found) return null;
  const { body, ...archive } = archiveOf(archiveName(product), found, guides().open);
  return method === 'HEAD' ? archive : { ...archive, body };
};

/** Keeps with the order that the ticket's file is fetched. The download goes on without that too. */
const noteOf = (ticket: Ticket): (() => Promise<void>) => {
  const logFailure = boundLogError();
  return () => downloads().note(ticket.sessionId, downloadNote(ticket), now()).catch(logFailure);
};

const fetchFile: Handlers['GET'] = async (request, params) => {
  const ticket = await readTicket(params['ticket']);
  const { sessionId, productId, archive } = ticket;
  const product = findActiveById(catalogue, productId);
  const parts = product && archive ? archivedProducts(catalogue, product) : [];
  // Asked again now, since a refund may have come after the ticket was made.
  const order = product
    ? await lookUpOrder(orderPorts(), callerOf('files', request), sessionId)
    : null;
  if (!product || ![product, ...parts].every((part) => mayDownload(order, part))) {
    const words = closedWords(order) ?? 'This order does not cover this file any more.';
    throw new Problem('access_denied', words);
  }
  const file = archive
    ? await openArchive(product, parts, request.method)
    : await openGuide(product.file_name, request.method);
  if (!file) throw new Problem('file_not_found', 'There is no such file at the moment.');
  return attachmentResponse(
    request,
    isDownload(request) ? withDownloadNote(file, noteOf(ticket)) : file,
  );
};

export default route({ GET: fetchFile, HEAD: fetchFile });

export const config: Config = { path: '/api/files/:ticket' };
