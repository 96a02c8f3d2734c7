/** A function's streamed answer ends at 20 MB on Netlify, so a guide stays below. */
export const MAX_GUIDE_BYTES = 18 * 1024 * 1024;

/** Far more than a guide has; each page costs a buyer's phone memory and the check time. */
export const MAX_GUIDE_PAGES = 500;
