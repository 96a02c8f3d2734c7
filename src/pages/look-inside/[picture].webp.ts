import type { APIRoute, GetStaticPaths } from 'astro';
import { guidePictures } from '../../lib/guide-pictures.ts';
import { insideName, LOOK_INSIDE_WIDTHS, lookInside } from '../../lib/look-inside.ts';
import { loadGuides } from '../../lib/shop.ts';

type Props = { guideId: string; page: number; width: number };

export const getStaticPaths = (async () => {
  const guides = await loadGuides();
  const pages = guides.flatMap((guide) =>
    lookInside(guide).map(({ page }) => ({ guideId: guide.id, page })),
  );
  return Object.values(LOOK_INSIDE_WIDTHS).flatMap((width) =>
    pages.map(({ guideId, page }) => ({
      params: { picture: insideName(guideId, page, width) },
      props: { guideId, page, width },
    })),
  );
}) satisfies GetStaticPaths;

/** A picture of a page of the sample. */
export const GET: APIRoute<Props> = async ({ props: { guideId, page, width } }) => {
  const picture = (await guidePictures(guideId, width)).get(page);
  if (!picture) throw new Error(`Page ${page} of ${guideId} is none that may be looked at.`);
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/webp' } });
};
