import type { ImageMetadata } from 'astro';

const FILES = import.meta.glob<ImageMetadata>('/content/guides/*/inside-*.{png,jpg,jpeg,webp}', {
  eager: true,
  import: 'default',
});

/** `path` is relative to the project's folder. */
type InsidePicture = { readonly path: string; readonly image: ImageMetadata };

const numberOf = (path: string): number => Number(/inside-(\d+)\./.exec(path)?.[1]);

/**
 * Pictures of a guide's pages, in the order of the numbers in their names. `folder` is a folder in
 * content/guides.
 */
export const findInsidePictures = (folder: string): InsidePicture[] =>
  Object.entries(FILES)
    .filter(([path]) => path.startsWith(`/content/guides/${folder}/`))
    .toSorted(([a], [b]) => numberOf(a) - numberOf(b))
    .map(([path, image]) => ({ path: path.slice(1), image }));
