import path from 'node:path';
import { parseArgs } from 'node:util';
import { catalogue } from '../catalogue.ts';
import { countOf } from '../count-of.ts';
import { ROOT } from '../local/settings.ts';
import { backUp } from './backup.ts';
import { inMegabytes, runCommand } from './command.ts';
import { LIVE, openStores } from './stores.ts';

/** `npm run backup`, with `--to=<folder>` and `--context=<name>`. */
const today = (): string => new Date().toISOString().slice(0, 10);

await runCommand(async () => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, context: { type: 'string', default: LIVE } },
  });
  const folder = path.resolve(values.to ?? path.join(ROOT, 'backup', today()));
  openStores(values.context);
  const { orders, editions, bytes } = await backUp({
    context: values.context,
    folder,
    fileNames: catalogue.products.map(({ file_name }) => file_name),
    tell: console.log,
  });
  console.log(
    `${values.context}: ${countOf(orders, 'order')} and ${countOf(editions, 'edition')}, ${inMegabytes(bytes)}, in ${folder}`,
  );
  console.log('Keep it to yourself: it holds the links by which buyers download.');
});
