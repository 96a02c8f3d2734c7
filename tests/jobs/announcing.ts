import { expect } from 'vitest';
import type { GuideFiles, GuideFilesResponse } from '../../src/contract/guide-files.ts';
import { findCurrentEdition } from '../../netlify/guides/guide-store.ts';
import { fileNameOf, PRODUCTS, productOf } from '../catalog.ts';
import { putEdition } from '../shop/downloading.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { ownerClient } from '../shop/owner.ts';
import { subjectOf } from '../shop/templates.ts';

const A_SECOND_IN_MINUTES = 1 / 60;
const SUBJECTS = new Set(PRODUCTS.map(({ name }) => subjectOf('new-edition', name)));

type Draft = {
  /** The owner's text about the changes. */
  readonly changes?: string;
  readonly product?: string;
};

/** The part of an address before the `@`. */
export const nameOf = ({ to }: { readonly to: string }): string => to.split('@')[0] ?? '';

/**
 * Opens a shop that sends email and whose owner announces editions. The default product is guide 1.
 */
export const openAnnouncingShop = async () => {
  const shop = await openMailShop();
  const owner = await ownerClient(shop);
  let editions = 0;

  /** The announcement emails, oldest first. */
  const announcementMails = async () =>
    (await shop.inbox()).filter(({ subject }) => SUBJECTS.has(subject)).toReversed();

  const press = (body: object, product = 'guide-1'): Promise<Response> =>
    owner.post(`/api/admin/guides/${product}/announce`, body);

  const preview = (edition: string, { changes = '', product }: Draft = {}): Promise<Response> =>
    press({ action: 'preview', edition, changes }, product);

  const begin = (sealedPreview: string, product?: string): Promise<Response> =>
    press({ action: 'begin', preview: sealedPreview }, product);

  const guides = async (): Promise<GuideFilesResponse> =>
    (await owner.call('/api/admin/guides')).json();

  return {
    shop,
    owner,
    announcementMails,
    preview,
    begin,
    guides,

    /** The names of the buyers who got the announcement. */
    reached: async (): Promise<string[]> => (await announcementMails()).map(nameOf).toSorted(),

    buyAs: (name: string, product = 'guide-1'): Promise<string> =>
      shop.buyAs(`${name}@example.com`, productOf(product).product_type),

    /**
     * Advances the clock by a second and publishes an edition, which is therefore newer than
     * everything before it. The clock then stays at that second.
     */
    publish: async (product = 'guide-1'): Promise<string> => {
      pass(A_SECOND_IN_MINUTES);
      editions += 1;
      await putEdition({ bytes: new TextEncoder().encode(`Edition ${editions}`), product });
      return (await findCurrentEdition(fileNameOf(product)))?.id ?? '';
    },

    announce: async (edition: string, draft: Draft = {}): Promise<void> => {
      const { preview: sealedPreview } = await (await preview(edition, draft)).json();
      expect((await begin(sealedPreview, draft.product)).status).toBe(200);
    },

    stop: (edition: string): Promise<Response> => press({ action: 'stop', edition }),

    /** The progress that the owner sees for the announcement of guide 1. */
    progress: async (): Promise<GuideFiles['announcement']> =>
      (await guides()).products.find(({ id }) => id === 'guide-1')?.announcement ?? null,
  };
};
