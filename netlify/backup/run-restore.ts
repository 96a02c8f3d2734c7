import { parseArgs } from 'node:util';
import { catalogue } from '../catalogue.ts';
import { runCommand } from './command.ts';
import { countOf } from '../count-of.ts';
import { verifyManifest } from './manifest.ts';
import { restore } from './restore.ts';
import { openStores } from './stores.ts';

/** `npm run restore -- <folder>`, with `--context=<name>` for another than the backup's own. */
const now = (): number => Math.floor(Date.now() / 1000);

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { context: { type: 'string' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) {
    throw new Error('Name the folder of one backup: npm run restore -- backup/2026-11-22');
  }
  const { context, madeAt, orders, editions, files } = await verifyManifest(folder);
  const stores = openStores(values.context ?? context);
  console.log(
    `The backup of ${madeAt}: ${countOf(orders, 'order')} and ${countOf(editions, 'edition')} of ${context}.`,
  );
  await restore(stores, {
    folder,
    files,
    fileNames: catalogue.products.map(({ file_name }) => file_name),
    timeZone: catalogue.time_zone,
    now,
  });
  console.log(`All of it is in ${stores.context} now.`);
});
