import type { AdminProduct } from '../../src/admin/guides/guess-product.ts';

/** A product of the upload form. */
export const adminProduct = (id: string, ages: string | null, fileName: string): AdminProduct => ({
  id,
  label: id,
  fileName,
  ages,
  hue: 'coral',
  pages: 15,
});

/** Of a file with nothing amiss. */
export const FINDINGS = {
  pages: 15,
  title: 'A guide',
  fonts: { embedded: 3, missing: [] },
  tagged: true,
  darkFeet: [],
};
