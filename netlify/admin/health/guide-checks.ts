import type { Product } from '#contract/catalogue.ts';
import type { Check } from '#contract/health.ts';
import { bounded, fault, ok, warning } from './check.ts';

const ABOUT = 'Files of the guides';
const IF_DOWN = 'Look at https://www.netlifystatus.com, and try again.';
const UPLOAD = 'Upload a PDF at /admin-upload.';

export type FindGuide = (
  fileName: string,
) => Promise<{ readonly sampleOf?: string | undefined } | null>;

/** Whether buyers of each product that is sold get a file, and one that is no sample. */
export const guideChecks = (
  find: FindGuide,
  products: readonly Product[],
): Promise<readonly Check[]> =>
  bounded(ABOUT, IF_DOWN, async () => {
    const startedAt = performance.now();
    const found = await Promise.all(
      products.map(async ({ name, file_name }) => ({ name, file: await find(file_name) })),
    );
    const ms = Math.round(performance.now() - startedAt);
    const namesOf = (is: (one: (typeof found)[number]) => boolean): string =>
      found
        .filter(is)
        .map(({ name }) => name)
        .join(', ');
    const missing = namesOf(({ file }) => file === null);
    const samples = namesOf(({ file }) => file?.sampleOf !== undefined);
    const checks = [
      missing && fault(ABOUT, `Whoever buys these gets no file: ${missing}.`, UPLOAD, { ms }),
      samples && warning(ABOUT, `Whoever buys these gets a sample: ${samples}.`, UPLOAD, { ms }),
    ].filter((check) => check !== '');
    if (checks.length > 0) return checks;
    return [ok(ABOUT, 'There is one for each product that is sold.', { ms })];
  });
