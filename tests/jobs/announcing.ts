import { beforeEach, vi } from 'vitest';
import type { GuideFiles, GuideFilesResponse } from '../../src/contract/guide-files.ts';
import { findGuide } from '../../netlify/guides/blobs-guides.ts';
import { PRODUCTS, productOf } from '../catalogue.ts';
import { putEdition } from '../shop/editions.ts';
import { logInAsOwner, ownerClient } from '../shop/owner.ts';
import { subjectOf } from '../shop/templates.ts';
import { openMailShop } from './mail-shop.ts';

/** Six hours before the next day, so that the owner's session of eight hours is still valid in it. */
const EVENING = Date.parse('2026-11-22T18:00:00Z');
const DAY_MS = 24 * 3_600_000;
const SUBJECTS = new Set(PRODUCTS.map(({ name }) => subjectOf('new-edition', name)));

export const pass = (minutes: number): void => void vi.setSystemTime(Date.now() + minutes * 60_000);
export const nameOf = ({ to }: { to: string }): string => to.split('@')[0] ?? '';

/** A shop that sells, publishes editions and announces them, empty for each test, and its clock. */
export const openAnnouncingShop = async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: EVENING });
  const shop = await openMailShop({ withOwner: true });
  let owner = await ownerClient(shop);

  const allMails = async () =>
    (await shop.inbox()).filter(({ subject }) => SUBJECTS.has(subject)).toReversed();
  let [earlier, days] = [0, 0];
  const mails = async () => (await allMails()).slice(earlier);
  beforeEach(async () => {
    // Two days later, so that the schedule does not read the sales of the test before.
    vi.setSystemTime(EVENING + (days += 2) * DAY_MS);
    await shop.redis.flushdb();
    const doneAt = Math.floor(Date.now() / 1000);
    await shop.redis.set('last-run:dev', JSON.stringify({ doneAt, stopped: null }));
    owner = await ownerClient(shop, logInAsOwner(shop));
    earlier = (await allMails()).length;
  });

  const press = (body: object, product = 'guide-1'): Promise<Response> =>
    owner.post(`/api/admin/guides/${product}/announce`, body);
  const previews = (edition: string, changes = '', product = 'guide-1'): Promise<Response> =>
    press({ action: 'preview', edition, changes }, product);
  /** Shows the owner a preview. Returns the press that then announces the edition. */
  const ready = async (
    edition: string,
    changes = '',
    product = 'guide-1',
  ): Promise<() => Promise<Response>> => {
    const { preview } = await (await previews(edition, changes, product)).json();
    return () => press({ action: 'begin', preview }, product);
  };
  const guides = async (): Promise<GuideFilesResponse> =>
    (await owner.call('/api/admin/guides')).json();
  let editions = 0;

  return {
    shop,
    byOwner: (path: string, body: object): Promise<Response> => owner.post(path, body),
    mails,
    press,
    previews,
    ready,
    guides,
    reached: async (): Promise<string[]> => (await mails()).map(nameOf).toSorted(),
    buys: (name: string, product = 'guide-1'): Promise<string> =>
      shop.buyAs(`${name}@example.com`, productOf(product).product_type),
    /** Makes a new edition what buyers get, a minute after everything before it. */
    publish: async (product = 'guide-1'): Promise<string> => {
      pass(1);
      await putEdition({ bytes: new TextEncoder().encode(`Edition ${(editions += 1)}`), product });
      pass(1);
      return (await findGuide(productOf(product).file_name))?.id ?? '';
    },
    announce: async (edition: string, changes = '', product = 'guide-1'): Promise<Response> =>
      (await ready(edition, changes, product))(),
    runSchedule: shop.runSchedule,
    progress: async (product = 'guide-1'): Promise<GuideFiles['announcement']> =>
      (await guides()).products.find(({ id }) => id === product)?.announcement ?? null,
  };
};
