import type { ImageMetadata } from 'astro';

// Without `?url`, Astro would inline the drawing in the page.
const [drawing] = Object.values(
  import.meta.glob<string>('/content/creator.svg', {
    eager: true,
    query: '?url&no-inline',
    import: 'default',
  }),
);
const [photo] = Object.values(
  import.meta.glob<ImageMetadata>('/content/creator.{png,jpg,jpeg,webp}', {
    eager: true,
    import: 'default',
  }),
);

/** The planner's picture: the URL of a drawing, or a photo for Astro to resize. */
export const CREATOR_PICTURE = photo ?? drawing;
