import { type PictureSize, picturePages } from './pages.ts';
import { makeExcerpt } from './sample.ts';
import { lookInside } from './look-inside.ts';
import { type Guide, loadGuides, loadSite } from '../content/shop.ts';

/** The last excerpt alone: a build goes from guide to guide, and a thousand would fill the memory. */
let last: { readonly of: string; readonly pdf: Promise<ArrayBuffer> } | undefined;

/** The excerpt by all that is printed in it, so that an edited text is printed anew. */
function excerptOf(guide: Guide, brand: string): Promise<ArrayBuffer> {
  const of = JSON.stringify([guide, brand]);
  if (last?.of !== of) last = { of, pdf: makeExcerpt(guide, brand) };
  return last.pdf;
}

/** A page of a guide that may be looked at before buying, as a picture. Throws for any other page. */
export async function guidePicture(
  guideId: string,
  page: number,
  size: PictureSize,
): Promise<Buffer> {
  const [{ brand }, guides] = await Promise.all([loadSite(), loadGuides()]);
  const guide = guides.find(({ id }) => id === guideId);
  if (!guide) throw new Error(`There is no guide ${guideId}.`);
  // The excerpt has the pages that may be looked at and no others, in their order.
  const index = lookInside(guide).findIndex((inside) => inside.page === page);
  const [picture] =
    index < 0 ? [] : await picturePages(await excerptOf(guide, brand), [index + 1], size);
  if (!picture) throw new Error(`Page ${page} of ${guideId} is none that may be looked at.`);
  return picture;
}
