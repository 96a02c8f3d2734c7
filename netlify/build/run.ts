import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../local/settings.ts';
import { bundleFunctions } from './bundle.ts';
import { readSite, siteUrlOf } from './deploy.ts';

/** As netlify.toml has it. */
const DIRECTORY = path.join(ROOT, '.netlify', 'bundled-functions');

/** Without CONTEXT this is the published deploy. */
const { CONTEXT: context = 'production' } = process.env;

// Netlify keeps previews out of search engines, but not branch deploys.
if (context !== 'production') {
  await writeFile(path.join(ROOT, 'dist', '_headers'), '/*\n  X-Robots-Tag: noindex\n');
}

const functions = await bundleFunctions(ROOT, DIRECTORY, {
  context,
  siteUrl: siteUrlOf(process.env),
  ...(await readSite(ROOT)),
});
// Only functions show it.
await rm(path.join(ROOT, 'dist', 'shell.html'));
console.log(`${functions.length} functions in ${path.relative(ROOT, DIRECTORY)}`);
