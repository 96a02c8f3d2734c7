import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';
import { drawCover } from '../../content/cover-image.ts';
import { TINTS } from '../../content/hues.ts';
import { type Guide, loadGuides } from '../../content/shop.ts';
import { SHARE_SIZE } from '../../content/share-image.ts';

type Props = { guide: Guide };

export const getStaticPaths = (async () =>
  (await loadGuides()).map((guide) => ({
    params: { guide: guide.id },
    props: { guide } satisfies Props,
  }))) satisfies GetStaticPaths;

/** In pixels. */
const COVER = { width: 396, height: 528 };
const LEFT = (SHARE_SIZE.width - COVER.width) / 2;
const TOP = (SHARE_SIZE.height - COVER.height) / 2;

/** The cover in the middle, with rounded corners and a soft shadow. */
const layOut = (cover: Buffer, tint: string): string => `
<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_SIZE.width}" height="${SHARE_SIZE.height}">
  <clipPath id="corners">
    <rect x="${LEFT}" y="${TOP}" width="${COVER.width}" height="${COVER.height}" rx="10"/>
  </clipPath>
  <filter id="blur" x="-20%" y="-20%" width="140%" height="140%">
    <feGaussianBlur stdDeviation="16"/>
  </filter>
  <rect width="100%" height="100%" fill="${tint}"/>
  <rect x="${LEFT}" y="${TOP + 14}" width="${COVER.width}" height="${COVER.height}" rx="10"
    fill="#17332b" opacity=".3" filter="url(#blur)"/>
  <image x="${LEFT}" y="${TOP}" width="${COVER.width}" height="${COVER.height}"
    clip-path="url(#corners)" href="data:image/png;base64,${cover.toString('base64')}"/>
</svg>`;

/** What social networks show with a link to a guide: its cover on a tinted background. */
export const GET: APIRoute<Props> = async ({ props: { guide } }) => {
  const picture = layOut(await drawCover(guide.id, COVER), TINTS[guide.hue]);
  const png = await sharp(Buffer.from(picture))
    .png({ palette: true, colors: 192, effort: 7 })
    .toBuffer();
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};
