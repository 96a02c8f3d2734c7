/** Netlify cuts a function's streamed response at 20 MB, so a guide stays below that. */
export const MAX_GUIDE_BYTES = 18 * 1024 * 1024;

/** The largest part of an upload. Netlify takes 6 MB in one request, and encodes its bytes in base64. */
export const PART_BYTES = 4 * 1024 * 1024;

/** Far more pages than a guide has. Each one costs a buyer's phone memory, and the check time. */
export const MAX_GUIDE_PAGES = 500;

/** Width times height. A3 at 300 dpi has 17 million pixels, US Letter at 720 dpi 48 million. */
export const MAX_PICTURE_PIXELS = 64_000_000;

/** The memory that PDFium may use for a file. A function on Netlify has 1024 MB in all. */
export const MAX_ENGINE_BYTES = 384 * 1024 * 1024;

/** The size of a file's objects as PDFium writes them, uncompressed and so larger than in the file. */
export const MAX_COPY_BYTES = 4 * MAX_GUIDE_BYTES;

/** Leaves time within the 60 s that a function on Netlify has, on a slower CPU than the owner's. */
export const MAX_CHECK_MS = 40_000;
