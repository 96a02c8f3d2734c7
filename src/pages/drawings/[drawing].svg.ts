import type { APIRoute, GetStaticPaths } from 'astro';
import { DRAWING_WIDTH } from '../../samples/art/drawing.ts';
import { ROW, ROW_HEIGHT, ROW_WIDTH } from '../../samples/art/row.ts';
import { ART_NAMES, SCENES } from '../../samples/art/scenes.ts';
import { svgFile, svgOf } from '../../samples/art/svg.ts';

type Props = { svg: string };

/** The scenes, and all plants in a row. */
export const getStaticPaths = (() => [
  { params: { drawing: 'row' }, props: { svg: svgFile(ROW_WIDTH, ROW_HEIGHT, ROW) } },
  ...ART_NAMES.map((drawing) => {
    const { height, parts } = SCENES[drawing];
    return { params: { drawing }, props: { svg: svgFile(DRAWING_WIDTH, height, svgOf(parts)) } };
  }),
]) satisfies GetStaticPaths;

/** A drawing as a file. */
export const GET: APIRoute<Props> = ({ props: { svg } }) =>
  new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
