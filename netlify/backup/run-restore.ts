import { parseArgs } from 'node:util';
import { catalogue } from '../catalogue.ts';
import { runCommand } from './command.ts';
import { countOf } from '../count-of.ts';
import { verifyManifest } from './manifest.ts';
import { restore } from './restore.ts';
import { openStores } from './stores.ts';

/** `npm run restore -- <folder>`, with `--context=<name>` for another than the backup's own. */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { context: { type: 'string' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) {
    throw new Error('Name the folder of one backup: npm run restore -- backup/2026-11-22');
  }
  const { context: from, madeAt, orders, editions, files } = await verifyManifest(folder);
  const context = values.context ?? from;
  openStores(context);
  console.log(
    `The backup of ${madeAt}: ${countOf(orders, 'order')} and ${countOf(editions, 'edition')} of ${from}.`,
  );
  await restore({
    context,
    folder,
    files,
    fileNames: catalogue.products.map(({ file_name }) => file_name),
  });
  console.log(`All of it is in ${context} now.`);
});
