import type { APIRoute, GetStaticPaths } from 'astro';
import { ART_NAMES, SCENES, type Art } from '../../samples/art/scenes.ts';
import { svgFile } from '../../samples/art/svg.ts';

type Props = { scene: Art };

export const getStaticPaths = (() =>
  ART_NAMES.map((scene) => ({ params: { scene }, props: { scene } }))) satisfies GetStaticPaths;

/** A scene as a file. */
export const GET: APIRoute<Props> = ({ props: { scene } }) =>
  new Response(svgFile(SCENES[scene]), { headers: { 'content-type': 'image/svg+xml' } });
