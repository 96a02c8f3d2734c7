import { picturePages } from '../press/pages.ts';
import { makeSample } from '../press/sample.ts';
import { lookInside } from './look-inside.ts';
import { type Guide, loadBundle, loadGuides, loadSite } from './shop.ts';

type Pictures = ReadonlyMap<number, Buffer>;

/** What has been drawn already, by all that is printed, so that an edited text is drawn anew. */
const samples = new Map<string, Promise<ArrayBuffer>>();
const pictures = new Map<string, Promise<Pictures>>();

function once<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

async function takePictures(guide: Guide, pdf: ArrayBuffer, widthPx: number): Promise<Pictures> {
  const pages = lookInside(guide).map(({ page }) => page);
  const taken = await picturePages(pdf, pages, widthPx);
  return new Map(taken.map((picture, index) => [pages[index] ?? 0, picture]));
}

/** The pages of a guide that may be looked at, by page number. Drawn once a guide and width. */
export async function guidePictures(guideId: string, widthPx: number): Promise<Pictures> {
  const [{ brand }, bundle, guides] = await Promise.all([loadSite(), loadBundle(), loadGuides()]);
  const guide = guides.find(({ id }) => id === guideId);
  if (!guide) throw new Error(`There is no guide ${guideId}.`);
  const products = [...guides.map(({ product }) => product), bundle.product];
  const edition = { brand, guides, products };
  const key = JSON.stringify([guideId, edition]);
  const pdf = await once(samples, key, () => makeSample(guide.product, edition));
  return once(pictures, `${widthPx} ${key}`, () => takePictures(guide, pdf, widthPx));
}
