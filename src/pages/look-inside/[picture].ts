import type { APIRoute, GetStaticPaths } from 'astro';
import { guidePicture } from '../../samples/guide-pictures.ts';
import { insideName, LOOK_INSIDE_SIZES, lookInside } from '../../samples/look-inside.ts';
import { loadGuides } from '../../content/shop.ts';
import type { PictureSize } from '../../samples/pages.ts';

type Props = { guideId: string; page: number; size: PictureSize };

export const getStaticPaths = (async () => {
  const guides = await loadGuides();
  // Guide by guide: the pictures of one are taken from one excerpt.
  return guides.flatMap((guide) =>
    lookInside(guide).flatMap(({ page }) =>
      Object.values(LOOK_INSIDE_SIZES).map((size) => ({
        params: { picture: insideName(guide.id, page, size) },
        props: { guideId: guide.id, page, size },
      })),
    ),
  );
}) satisfies GetStaticPaths;

/** A picture of a page of the sample. */
export const GET: APIRoute<Props> = async ({ props: { guideId, page, size } }) => {
  const picture = await guidePicture(guideId, page, size);
  return new Response(new Uint8Array(picture), {
    headers: { 'content-type': `image/${size.format}` },
  });
};
