/** A function's streamed answer ends at 20 MB on Netlify, so a guide stays below. */
export const MAX_GUIDE_BYTES = 18 * 1024 * 1024;

/** Far more than a guide has; each page costs a buyer's phone memory and the check time. */
export const MAX_GUIDE_PAGES = 500;

/** In width times height; A3 at 300 dpi has 17 million, Letter at 720 dpi 48 million. */
export const MAX_PICTURE_PIXELS = 64_000_000;

/** What PDFium may hold of a file, unpacked; a function on Netlify has 1024 MB for all that it does. */
export const MAX_ENGINE_BYTES = 384 * 1024 * 1024;

/** All objects of a file as PDFium writes them: those that were packed together take more room then. */
export const MAX_COPY_BYTES = 4 * MAX_GUIDE_BYTES;

/** Within the 60 s that a function on Netlify has, on a slower processor than an owner's. */
export const MAX_CHECK_MS = 40_000;
