import type { APIRoute, GetStaticPaths } from 'astro';
import sharp, { type OverlayOptions } from 'sharp';
import { drawCover, findCoverFile } from '../../content/cover-image.ts';
import { BUNDLE_FOLDER } from '../../content/covers.ts';
import { loadBundle, loadGuides } from '../../content/shop.ts';

type Props = {
  /** Folders in content/guides. */
  folders: readonly string[];
};

/** These addresses must not change, because emails that were sent earlier load covers from them. */
export const getStaticPaths = (async () => {
  const [guides, bundle] = await Promise.all([loadGuides(), loadBundle()]);
  const bundleFolders = findCoverFile(BUNDLE_FOLDER) ? [BUNDLE_FOLDER] : guides.map(({ id }) => id);
  return [
    ...guides.map(({ id, product }) => ({
      params: { product: product.product_type },
      props: { folders: [id] } satisfies Props,
    })),
    {
      params: { product: bundle.product.product_type },
      props: { folders: bundleFolders } satisfies Props,
    },
  ];
}) satisfies GetStaticPaths;

/** In pixels. Emails show the picture at a third of this size. */
const WIDTH = 288;
const HEIGHT = 384;
/** The background behind several covers, as in src/styles/tokens.css. */
const PAPER = '#fbf7ef';
/** If the picture shows several covers, the width of each as a fraction of the picture's width. */
const COVER_FRACTION = 0.55;

/** Each cover overlaps the previous one a little, from the upper left to the lower right. */
const layOut = async (folders: readonly string[]): Promise<OverlayOptions[]> => {
  const width = folders.length === 1 ? WIDTH : Math.round(WIDTH * COVER_FRACTION);
  const height = Math.round((width * HEIGHT) / WIDTH);
  const steps = Math.max(folders.length - 1, 1);
  return Promise.all(
    folders.map(async (folder, index) => ({
      input: await drawCover(folder, { width, height }),
      left: Math.round(((WIDTH - width) * index) / steps),
      top: Math.round(((HEIGHT - height) * index) / steps),
    })),
  );
};

export const GET: APIRoute<Props> = async ({ props: { folders } }) => {
  const paper = { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER } as const;
  const covers = await layOut(folders);
  // A small palette keeps the file small enough for an email.
  const png = await sharp({ create: paper })
    .composite(covers)
    .png({ palette: true, colors: 64, effort: 7 })
    .toBuffer();
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};
