import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';
import { loadArticles } from '../../content/shop.ts';
import { SHARE_SIZE, findShopPicture } from '../../content/share-image.ts';

type Props = {
  /** A path in content/. */
  picture: string;
};

export const getStaticPaths = (async () => {
  const articles = await loadArticles();
  const named = articles.flatMap(({ data }) => data.image?.file ?? []);
  const pictures = [findShopPicture(), ...named.map((file) => `articles/${file}`)];
  return [...new Set(pictures)].map((picture) => ({
    params: { picture },
    props: { picture } satisfies Props,
  }));
}) satisfies GetStaticPaths;

/** The owner's pictures for social networks, in the size that social networks expect. */
export const GET: APIRoute<Props> = async ({ props: { picture } }) => {
  const image = sharp(`content/${picture}`)
    .autoOrient()
    .resize({ ...SHARE_SIZE, fit: 'cover' });
  const isPng = picture.endsWith('.png');
  const encoded = isPng ? image.png({ palette: true, effort: 7 }) : image.jpeg({ quality: 80 });
  return new Response(new Uint8Array(await encoded.toBuffer()), {
    headers: { 'content-type': isPng ? 'image/png' : 'image/jpeg' },
  });
};
