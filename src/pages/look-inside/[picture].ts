import type { APIRoute, GetStaticPaths } from 'astro';
import { type Guide, loadGuides, loadSite } from '../../content/shop.ts';
import { insideName, LOOK_INSIDE_SIZES, lookInside } from '../../samples/look-inside.ts';
import { type PictureSize, picturePage } from '../../samples/page-pictures.ts';
import { makeExcerpt } from '../../samples/sample.ts';

/** `pageInExcerpt` counts from 1. The excerpt has only the pages that may be shown. */
type Props = { guide: Guide; pageInExcerpt: number; size: PictureSize };

export const getStaticPaths = (async () => {
  const guides = await loadGuides();
  // Guide by guide, since a guide's pictures come from one excerpt.
  return guides.flatMap((guide) =>
    lookInside(guide).flatMap(({ page }, index) =>
      Object.values(LOOK_INSIDE_SIZES).map((size) => ({
        params: { picture: insideName(guide.id, page, size) },
        props: { guide, pageInExcerpt: index + 1, size },
      })),
    ),
  );
}) satisfies GetStaticPaths;

/** Only the last excerpt, since many would fill a build's memory. */
let last: { readonly of: Guide; readonly pdf: Promise<ArrayBuffer> } | undefined;

/** A picture of a page that parents may see before buying. */
export const GET: APIRoute<Props> = async ({ props: { guide, pageInExcerpt, size } }) => {
  const { brand } = await loadSite();
  if (last?.of !== guide) last = { of: guide, pdf: makeExcerpt(guide, brand) };
  const picture = await picturePage(await last.pdf, pageInExcerpt, size);
  return new Response(new Uint8Array(picture), {
    headers: { 'content-type': `image/${size.format}` },
  });
};
