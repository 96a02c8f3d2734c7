import type { APIRoute, GetStaticPaths } from 'astro';
import { guidePicture } from '../../lib/guide-pictures.ts';
import { insideName, LOOK_INSIDE_WIDTHS, lookInside } from '../../lib/look-inside.ts';
import { loadGuides } from '../../lib/shop.ts';

type Props = { guideId: string; page: number; width: number };

export const getStaticPaths = (async () => {
  const guides = await loadGuides();
  // Guide by guide: the pictures of one are taken from one excerpt.
  return guides.flatMap((guide) =>
    lookInside(guide).flatMap(({ page }) =>
      Object.values(LOOK_INSIDE_WIDTHS).map((width) => ({
        params: { picture: insideName(guide.id, page, width) },
        props: { guideId: guide.id, page, width },
      })),
    ),
  );
}) satisfies GetStaticPaths;

/** A picture of a page of the sample. */
export const GET: APIRoute<Props> = async ({ props: { guideId, page, width } }) => {
  const picture = await guidePicture(guideId, page, width);
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/webp' } });
};
