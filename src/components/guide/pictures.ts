import type { ImageMetadata } from 'astro';
import { getImage } from 'astro:assets';
import type { Guide } from '../../content/shop.ts';
import { PAGE } from '../../samples/document.ts';
import { pagesToShow } from '../../samples/look-inside.ts';

const OWN = import.meta.glob<ImageMetadata>('/content/guides/*/*.{png,jpg,jpeg,webp}', {
  eager: true,
  import: 'default',
});

/** A picture of a page: small, with a link to the large one. */
type Picture = {
  readonly shows: string;
  readonly src: string;
  readonly href: string;
  readonly width: number;
  readonly height: number;
};

/** "/content/guides/guide-1/02-what-is-inside.png" shows "what is inside". */
const shownBy = (file: string): string =>
  (file.split('/').at(-1) ?? '')
    .replace(/\.\w+$|^\d+/g, '')
    .replaceAll('-', ' ')
    .trim();

/** The owner's pictures of a guide's pages, by name, else the pages that its sample has. */
export async function picturesOf(guide: Guide): Promise<Picture[]> {
  const own = Object.entries(OWN).filter(([file]) => file.includes(`/guides/${guide.id}/`));
  if (own.length > 0) {
    return Promise.all(
      own.map(async ([file, picture]) => {
        const { src } = await getImage({ src: picture, width: 400 });
        const { src: href, width, height } = picture;
        return { shows: shownBy(file), src, href, width, height };
      }),
    );
  }
  return pagesToShow(guide).map(({ name, shows }) => {
    const address = `/drawings/inside/${guide.id}-${name}`;
    const { width, height } = PAGE;
    return { shows, src: `${address}-small.webp`, href: `${address}.webp`, width, height };
  });
}
