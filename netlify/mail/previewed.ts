import * as z from 'zod/mini';
import { seal, unseal } from '../seal.ts';

/** What the owner has read in a mail: no other words reach buyers. */
const previewedSchema = z.object({
  product: z.string(),
  edition: z.string(),
  changes: z.string(),
});
export type Previewed = z.infer<typeof previewedSchema>;

export const sealPreviewed = (
  { product, edition, changes }: Previewed,
  secret: string,
): Promise<string> => seal('edition-preview', { product, edition, changes }, secret);

/** null for what this shop has not sealed. */
export const openPreviewed = (sealed: string, secret: string): Promise<Previewed | null> =>
  unseal('edition-preview', previewedSchema, sealed, secret);
