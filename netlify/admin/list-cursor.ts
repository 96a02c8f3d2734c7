import * as z from 'zod/mini';
import { seal, unseal } from '../seal.ts';

const PURPOSE = 'orders-cursor';

/** The last order of a page. It is sealed since it stands in an address, and a session is its buyer's key. */
export const sealCursor = (sessionId: string, secret: string): Promise<string> =>
  seal(PURPOSE, sessionId, secret);

/** null for what this shop did not seal. */
export const openCursor = (sealed: string, secret: string): Promise<string | null> =>
  unseal(PURPOSE, z.string(), sealed, secret);
