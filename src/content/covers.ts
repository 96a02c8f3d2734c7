import type { ImageMetadata } from 'astro';

// Without `?url`, Astro would inline the drawing in each page, where the browser can't cache it.
const DRAWINGS = import.meta.glob<string>('/content/guides/*/cover.svg', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
});

const PHOTOS = import.meta.glob<ImageMetadata>('/content/guides/*/cover.{png,jpg,jpeg,webp}', {
  eager: true,
  import: 'default',
});

/** The folder for the bundle's own cover. Without one, pages show the covers of the guides. */
export const BUNDLE_FOLDER = 'bundle';

/** The URL of a drawing, or a picture for Astro to resize. */
export type CoverPicture = string | ImageMetadata;

const byFolder = <T>(files: Record<string, T>): [folder: string, file: T][] =>
  Object.entries(files).map(([path, file]) => [path.split('/').at(-2) ?? '', file]);

const COVERS: ReadonlyMap<string, CoverPicture> = new Map([
  ...byFolder<CoverPicture>(DRAWINGS),
  ...byFolder<CoverPicture>(PHOTOS),
]);

/** `folder` is the name of a folder in content/guides, such as "guide-1" or "bundle". */
export const findCover = (folder: string): CoverPicture | undefined => COVERS.get(folder);
