import type { APIRoute, GetStaticPaths } from 'astro';
import { loadGuides } from '../../../content/shop.ts';
import { pagesToShow } from '../../../samples/sample.ts';
import { drawWebp } from '../../../samples/picture.ts';

/** In pixels across: beside others, and to read. */
const SIZES = { '-small': 400, '': 1224 };

export const getStaticPaths = (async () =>
  (await loadGuides()).flatMap((guide) =>
    pagesToShow(guide).flatMap(({ name, draw }) =>
      Object.entries(SIZES).map(([size, across]) => ({
        params: { page: `${guide.id}-${name}${size}` },
        props: { draw, across },
      })),
    ),
  )) satisfies GetStaticPaths;

type Props = { across: number; draw: ReturnType<typeof pagesToShow>[number]['draw'] };

/** A page of a guide as a picture. */
export const GET: APIRoute<Props> = ({ props: { draw, across } }) => drawWebp(across, draw);
