import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../local/settings.ts';
import { bundleFunctions } from './bundle.ts';
import { readPackedMails } from '../../src/content/mails.ts';
import { readNotFoundPage, siteUrlOf } from './deploy.ts';

/** As netlify.toml has it. */
const DIRECTORY = path.join(ROOT, '.netlify', 'bundled-functions');

/** Where a call tells no context, it is one by the schedule, which only the published deploy has. */
const { CONTEXT: context = 'production' } = process.env;

// Netlify keeps previews from search engines, and not branch deploys: to these each is a second shop.
if (context !== 'production') {
  await writeFile(path.join(ROOT, 'dist', '_headers'), '/*\n  X-Robots-Tag: noindex\n');
}

const functions = await bundleFunctions(ROOT, DIRECTORY, {
  context,
  siteUrl: siteUrlOf(process.env),
  notFoundPage: await readNotFoundPage(ROOT),
  mails: await readPackedMails(ROOT),
});
console.log(`${functions.length} functions in ${path.relative(ROOT, DIRECTORY)}`);
