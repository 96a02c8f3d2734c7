import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { expect, test, vi } from 'vitest';
import { SONNER_STYLES } from '../../.config/pages/finish.ts';

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(findPackageJSON(name, import.meta.url) ?? '', 'utf8')).version;

/** As sonner puts it into a document. */
const styleOf = async (): Promise<string> => {
  let style = '';
  vi.stubGlobal('document', {
    head: { appendChild: () => {} },
    createElement: () => ({ appendChild: (text: string) => (style = text) }),
    createTextNode: (text: string) => text,
  });
  vi.resetModules();
  await import('sonner');
  vi.unstubAllGlobals();
  return style;
};

test(`the policy lets the stylesheet of sonner in: made for 2.0.8, here is ${versionOf('sonner')}`, async () => {
  const hashes = ['', await styleOf()].map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  expect(SONNER_STYLES).toEqual(hashes);
});
