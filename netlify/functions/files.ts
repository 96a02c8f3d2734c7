import type { Config } from '@netlify/functions';
import type { Product } from '#contract/catalogue.ts';
import { archiveName, archivedProducts, findArchive } from '../domain/archive.ts';
import { findActiveById } from '../domain/catalogue.ts';
import { downloadNote } from '../domain/download-facts.ts';
import { mayDownload } from '../domain/downloads.ts';
import { lookUpOrder } from '../domain/lookup.ts';
import { type Ticket, openTicket } from '../domain/tickets.ts';
import { archiveOf } from '../http/archive.ts';
import { type Attachment, attachmentResponse } from '../http/attachment.ts';
import { isDownload, noting } from '../http/counting.ts';
import { boundLogError } from '../http/log.ts';
import { Problem } from '../http/problem.ts';
import { slice } from '../http/range.ts';
import { route } from '../http/route.ts';
import { catalogue } from '../services/catalogue.ts';
import { downloads } from '../services/downloads.ts';
import { callerOf } from '../services/gate.ts';
import { guides } from '../services/guides.ts';
import { orderPorts } from '../services/orders.ts';
import { now, signingSecret } from '../services/settings.ts';

const readTicket = async (request: Request): Promise<Ticket> => {
  const sealed = new URL(request.url).pathname.split('/').at(-1) ?? '';
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

const fetchFile = async (request: Request): Promise<Response> => {
  const ticket = await readTicket(request);
  const { sessionId, productId, archive } = ticket;
  const product = findActiveById(catalogue, productId);
  const parts = product && archive ? archivedProducts(catalogue, product) : [];
  // Asked again now, since a refund may have come after the ticket was made.
  const order = product
    ? await lookUpOrder(orderPorts(), callerOf('files', request), sessionId)
    : null;
  if (!product || ![product, ...parts].every((part) => mayDownload(order, part))) {
    throw new Problem('access_denied', 'This order does not cover this file any more.');
  }
  const file = archive
    ? await openArchive(product, parts, request.method)
    : await openGuide(product.file_name, request.method);
  if (!file) throw new Problem('file_not_found', 'There is no such file at the moment.');
  return attachmentResponse(request, isDownload(request) ? noting(file, noteOf(ticket)) : file);
};

export default route({ GET: fetchFile, HEAD: fetchFile });

export const config: Config = { path: '/api/files/:ticket' };
