import { readFile, readdir } from 'node:fs/promises';
import type { APIRoute, GetStaticPaths } from 'astro';
import { PRINTABLES_FOLDER, isPrintable } from '../../content/printables.ts';

/** These addresses must not change, because parents have shared them. */
export const getStaticPaths = (async () => {
  const files = await readdir(PRINTABLES_FOLDER);
  return files
    .filter((file) => isPrintable(PRINTABLES_FOLDER + file))
    .map((file) => ({ params: { file } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute = async ({ params: { file = '' } }) =>
  new Response(new Uint8Array(await readFile(PRINTABLES_FOLDER + file)), {
    headers: { 'content-type': file.endsWith('.pdf') ? 'application/pdf' : 'image/png' },
  });
