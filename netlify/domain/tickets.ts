import { z } from 'zod';

/** What a download link grants: one file to the holder of one order, for some minutes. */
const ticketSchema = z.strictObject({
  sessionId: z.string(),
  productId: z.string(),
  /** Not the product's own file, but all that the product covers in one. */
  archive: z.literal(true).optional(),
  /** Unix time in seconds. */
  expiresAt: z.int(),
});
export type Ticket = z.infer<typeof ticketSchema>;

export const TICKET_LIFETIME_IN_SECONDS = 600;

const NONCE_BYTES = 12;

const keyFrom = async (secret: string): Promise<CryptoKey> => {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(`download-ticket:${secret}`),
  );
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt']);
};

/**
 * Seals a ticket with AES-256-GCM. It is encrypted as well as signed, because it stands in an
 * address, addresses end up in logs, and the session id inside is the buyer's key.
 */
export const sealTicket = async (ticket: Ticket, secret: string): Promise<string> => {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await keyFrom(secret),
    new TextEncoder().encode(JSON.stringify(ticket)),
  );
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64url');
};

/** The ticket inside, whether or not it has expired; null for anything that this shop did not seal. */
export const openTicket = async (sealed: string, secret: string): Promise<Ticket | null> => {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: bytes.subarray(0, NONCE_BYTES) },
      await keyFrom(secret),
      bytes.subarray(NONCE_BYTES),
    );
    return ticketSchema.parse(JSON.parse(new TextDecoder().decode(plain)));
  } catch {
    return null;
  }
};
