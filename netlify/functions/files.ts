import type { Config } from '@netlify/functions';
import { findActiveById } from '../domain/catalogue.ts';
import { mayDownload } from '../domain/downloads.ts';
import { currentOrder } from '../domain/fulfil.ts';
import { openTicket } from '../domain/tickets.ts';
import { attachmentResponse } from '../http/attachment.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { catalogue, guides, now, orderPorts, signingSecret } from '../services.ts';

const fetchGuide = async (request: Request): Promise<Response> => {
  const sealed = new URL(request.url).pathname.split('/').at(-1) ?? '';
  const ticket = await openTicket(sealed, signingSecret());
  if (!ticket) throw new Problem('ticket_invalid', 'This is not a download link of this shop.');
  if (ticket.expiresAt <= now()) {
    throw new Problem('ticket_expired', 'Open your download page again for a fresh link.');
  }
  const product = findActiveById(catalogue, ticket.productId);
  // Asked again now, since a refund may have come after the ticket was made.
  const order = product && (await currentOrder(orderPorts(), ticket.sessionId));
  if (!product || !mayDownload(order ?? null, product)) {
    throw new Problem('access_denied', 'This order does not cover this file any more.');
  }
  const fileName = product.file_name;
  const read = request.method === 'HEAD' ? guides().find : guides().open;
  const guide = await read(fileName);
  if (!guide) throw new Problem('file_not_found', 'This guide has no file at the moment.');
  return attachmentResponse(request, { fileName, ...guide });
};

export default route({ GET: fetchGuide, HEAD: fetchGuide });

export const config: Config = { path: '/api/files/:ticket' };
