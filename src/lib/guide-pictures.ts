import { picturePages } from '../press/pages.ts';
import { makeExcerpt } from '../press/sample.ts';
import { lookInside } from './look-inside.ts';
import { type Guide, loadGuides, loadSite } from './shop.ts';

type Pictures = ReadonlyMap<number, Buffer>;

/** What has been drawn already, by all that is printed, so that an edited text is drawn anew. */
const excerpts = new Map<string, Promise<ArrayBuffer>>();
const pictures = new Map<string, Promise<Pictures>>();

function once<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

async function takePictures(guide: Guide, pdf: ArrayBuffer, widthPx: number): Promise<Pictures> {
  const pages = lookInside(guide).map(({ page }) => page);
  // The excerpt has these pages and no others, in this order.
  const taken = await picturePages(
    pdf,
    pages.map((_, index) => index + 1),
    widthPx,
  );
  return new Map(taken.map((picture, index) => [pages[index] ?? 0, picture]));
}

/** The pages of a guide that may be looked at, by page number. Drawn once a guide and width. */
export async function guidePictures(guideId: string, widthPx: number): Promise<Pictures> {
  const [{ brand }, guides] = await Promise.all([loadSite(), loadGuides()]);
  const guide = guides.find(({ id }) => id === guideId);
  if (!guide) throw new Error(`There is no guide ${guideId}.`);
  const key = JSON.stringify([guide, brand]);
  const pdf = await once(excerpts, key, () => makeExcerpt(guide, brand));
  return once(pictures, `${widthPx} ${key}`, () => takePictures(guide, pdf, widthPx));
}
