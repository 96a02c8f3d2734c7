import type { APIRoute, GetStaticPaths } from 'astro';
import { type Guide, loadGuides, loadSite } from '../../content/shop.ts';
import { insideName, LOOK_INSIDE_SIZES, lookInside } from '../../samples/look-inside.ts';
import { type PictureSize, picturePage } from '../../samples/page-pictures.ts';
import { makeExcerpt } from '../../samples/sample.ts';

/** `pageInExcerpt` counts from 1: the excerpt has the pages that may be seen, and no others. */
type Props = { guide: Guide; pageInExcerpt: number; size: PictureSize };

export const getStaticPaths = (async () => {
  const guides = await loadGuides();
  // Guide by guide: the pictures of one are taken from one excerpt.
  return guides.flatMap((guide) =>
    lookInside(guide).flatMap(({ page }, index) =>
      Object.values(LOOK_INSIDE_SIZES).map((size) => ({
        params: { picture: insideName(guide.id, page, size) },
        props: { guide, pageInExcerpt: index + 1, size },
      })),
    ),
  );
}) satisfies GetStaticPaths;

/** The last excerpt alone: a thousand of them would fill the memory of a build. */
let last: { readonly of: Guide; readonly pdf: Promise<ArrayBuffer> } | undefined;

/** A picture of a page that may be seen before buying. */
export const GET: APIRoute<Props> = async ({ props: { guide, pageInExcerpt, size } }) => {
  const { brand } = await loadSite();
  if (last?.of !== guide) last = { of: guide, pdf: makeExcerpt(guide, brand) };
  const picture = await picturePage(await last.pdf, pageInExcerpt, size);
  return new Response(new Uint8Array(picture), {
    headers: { 'content-type': `image/${size.format}` },
  });
};
