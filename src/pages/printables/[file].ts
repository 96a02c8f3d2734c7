import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { APIRoute, GetStaticPaths } from 'astro';

const FOLDER = 'content/printables';

const TYPES: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
};

/** Parents have printed and shared these addresses, so they must not change. */
export const getStaticPaths = (async () => {
  const files = await readdir(FOLDER);
  return files.filter((file) => path.extname(file) in TYPES).map((file) => ({ params: { file } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute = async ({ params: { file = '' } }) =>
  new Response(new Uint8Array(await readFile(path.join(FOLDER, file))), {
    headers: { 'content-type': TYPES[path.extname(file)] ?? '' },
  });
