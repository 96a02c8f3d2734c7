/** A function's streamed answer ends at 20 MB on Netlify, so a guide stays below. */
export const MAX_GUIDE_BYTES = 18 * 1024 * 1024;

/** Far more than a guide has; each page costs a buyer's phone memory and the check time. */
export const MAX_GUIDE_PAGES = 500;

/** ISO 32000-1, annex C: 127 is what every reader takes. */
export const MAX_NAME_BYTES = 127;

/** A string that stands in an object; texts and pictures stand in streams. */
export const MAX_STRING_BYTES = 1024 * 1024;

/** A picture of A3 at 300 dpi in four colors takes 70 MB. */
export const MAX_STREAM_BYTES = 128 * 1024 * 1024;

/** All streams of a file, unpacked: 40 pages of pictures at 300 dpi. It takes a few seconds to count them. */
export const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;

/** A stream of objects is held in memory whole, unlike all others. */
export const MAX_OBJECT_STREAM_BYTES = 16 * 1024 * 1024;

/** In width times height; A3 at 300 dpi has 17 million. */
export const MAX_PICTURE_PIXELS = 64_000_000;

/** A tagged guide of 500 pages has some 50,000, and no object a higher number. */
export const MAX_OBJECTS = 100_000;

/** How many of each a whole file may hold, all its revisions together. */
export const MOST = {
  objects: MAX_OBJECTS,
  /** Lines of cross-references, in use or free. */
  claims: 2 * MAX_OBJECTS,
  /** Cross-references: one for each time that the file was saved. */
  sections: 100,
  streams: 20_000,
  /** Numbers, names and all else that objects hold; each takes some 100 bytes once it is read. */
  values: 2_000_000,
  /** The library keeps each different name for as long as the program runs. */
  names: 50_000,
} as const;
