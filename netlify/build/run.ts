import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../local/settings.ts';
import { bundleFunctions } from './bundle.ts';
import { readSite, siteUrlOf } from './deploy.ts';

// The last step of `npm run build`.
const context = process.env['CONTEXT'] ?? 'production';
const dist = path.join(ROOT, 'dist');

// Netlify keeps previews out of search engines, but not branch deploys.
if (context !== 'production') {
  await writeFile(path.join(dist, '_headers'), '/*\n  X-Robots-Tag: noindex\n');
}
await bundleFunctions(ROOT, path.join(ROOT, '.netlify', 'bundled-functions'), {
  context,
  siteUrl: siteUrlOf(process.env),
  ...(await readSite(ROOT)),
});
// Only functions use these files, and the bundles already contain them.
for (const name of ['shell.html', 'formerly.json', 'promises.json', 'emails'])
  await rm(path.join(dist, name), { recursive: true });
