import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { SONNER_STYLES } from '../../.config/csp.ts';

/** Red with another version of sonner: the pages' policy then needs the hash of its stylesheet. */
test('the policy lets in the stylesheet that sonner puts into a document', async () => {
  let style = '';
  vi.stubGlobal('document', {
    head: { appendChild: () => {} },
    createElement: () => ({ appendChild: (text: string) => (style = text) }),
    createTextNode: (text: string) => text,
  });
  await import('sonner');
  const hashes = ['', style].map(
    (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  );
  expect(SONNER_STYLES).toEqual(hashes);
});
