import * as z from 'zod/mini';
import { getEnv } from '../platform/env.ts';
import { seal, unseal } from '../platform/seal.ts';

/** A download link grants one file of one order for a time. */
const ticketSchema = z.strictObject({
  sessionId: z.string(),
  productId: z.string(),
  /** Unix time in seconds. */
  expiresAt: z.int(),
});
export type Ticket = z.infer<typeof ticketSchema>;

export const TICKET_LIFETIME_IN_HOURS = 24;

const PURPOSE = 'download-ticket';

/** Encrypts and signs a ticket. Addresses end up in logs, and the session id inside is the buyer's key. */
export const sealTicket = (ticket: Ticket): Promise<string> =>
  seal(PURPOSE, ticket, getEnv().SIGNING_SECRET);

/** The ticket inside, whether or not it has expired; null for anything that this shop did not seal. */
export const openTicket = (sealed: string): Promise<Ticket | null> =>
  unseal(PURPOSE, ticketSchema, sealed, getEnv().SIGNING_SECRET);
