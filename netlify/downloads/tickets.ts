import * as z from 'zod/mini';
import { getEnv } from '../platform/env.ts';
import { seal, unseal } from '../platform/seal.ts';

/** Grants access to one file of one order until it expires. */
const ticketSchema = z.strictObject({
  sessionId: z.string(),
  productId: z.string(),
  /**
   * The file's name. Default: the guide itself, as in tickets from earlier versions of the shop.
   */
  file: z.optional(z.string()),
  /** Unix time in seconds. */
  expiresAt: z.int(),
});
export type Ticket = z.infer<typeof ticketSchema>;

const PURPOSE = 'download-ticket';

/** Encrypted, because URLs end up in logs and the session id is the buyer's key. */
export const sealTicket = (ticket: Ticket): Promise<string> =>
  seal(PURPOSE, ticket, getEnv().SIGNING_SECRET);

/** Returns null for a forged ticket. Does not check whether it has expired. */
export const openTicket = (sealed: string): Promise<Ticket | null> =>
  unseal(PURPOSE, ticketSchema, sealed, getEnv().SIGNING_SECRET);
