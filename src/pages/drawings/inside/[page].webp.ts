import type { APIRoute, GetStaticPaths } from 'astro';
import { loadGuides } from '../../../content/shop.ts';
import { pagesToShow } from '../../../samples/sample.ts';
import { drawWebp } from '../../../samples/picture.ts';

/** In pixels: next to other pages, and alone. */
const WIDTHS = { '-small': 400, '': 1224 };

export const getStaticPaths = (async () =>
  (await loadGuides()).flatMap((guide) =>
    pagesToShow(guide).flatMap(({ name, draw }) =>
      Object.entries(WIDTHS).map(([suffix, width]) => ({
        params: { page: `${guide.id}-${name}${suffix}` },
        props: { draw, width },
      })),
    ),
  )) satisfies GetStaticPaths;

type Props = { width: number; draw: ReturnType<typeof pagesToShow>[number]['draw'] };

export const GET: APIRoute<Props> = ({ props: { draw, width } }) => drawWebp(width, draw);
