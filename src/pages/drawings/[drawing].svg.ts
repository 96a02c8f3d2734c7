import type { APIRoute, GetStaticPaths } from 'astro';
import type { Drawing } from '../../samples/art/drawing.ts';
import { ROW, SCENES } from '../../samples/art/scenes.ts';
import { svgFile } from '../../samples/art/svg.ts';

/** The scenes, and all plants in a row. */
export const getStaticPaths = (() =>
  Object.entries({ row: ROW, ...SCENES }).map(([drawing, props]) => ({
    params: { drawing },
    props,
  }))) satisfies GetStaticPaths;

/** A drawing as a file. */
export const GET: APIRoute<Drawing> = ({ props }) =>
  new Response(svgFile(props), { headers: { 'content-type': 'image/svg+xml' } });
