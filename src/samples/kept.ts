import { readdir } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { createKeep } from './cache.ts';

/** A build puts us elsewhere, but below the same package.json. */
const root = path.dirname(findPackageJSON('..', import.meta.url) ?? '.');

/** They make pictures of PDFs and SVGs; the others' work is in those already. */
const PAINTERS = ['sharp', '@hyzyla/pdfium'];

/** All that decides how a PDF or an SVG becomes a picture: our own source, and its packages by their versions. */
export async function madeBy(): Promise<readonly string[]> {
  const room = path.join(root, 'src', 'samples');
  const names = (await readdir(room, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const sources = names.toSorted().map((name) => path.join(room, name));
  const packages = PAINTERS.map((name) => findPackageJSON(name, import.meta.url) ?? name);
  return [...sources, ...packages];
}

/** Where tools keep such things, and Netlify from one build to the next: within node_modules. */
export const keepOnDisk = createKeep(path.join(root, 'node_modules', '.cache', 'samples'), madeBy);
