import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { styleText } from 'node:util';
import { catalogueSchema } from '#contract/catalogue.ts';
import { ROOT } from '../../local/settings.ts';
import { answer } from './ask.ts';

const NAME = 'content/catalog.json';
const FILE = path.join(ROOT, NAME);
const LINE = /("time_zone"\s*:\s*")([^"]*)"/;
const zoneSchema = catalogueSchema.shape.time_zone;

const OF_THIS_COMPUTER = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether the time zone is still the project's default while this computer has another one. */
export const isZoneOpen = (): boolean =>
  LINE.exec(readFileSync(FILE, 'utf8'))?.[2] === 'UTC' && OF_THIS_COMPUTER !== 'UTC';

/** Asked before the shop opens, since a later change leaves the totals of earlier days as they are. */
export const askForZone = async (): Promise<void> => {
  console.log(`\n${styleText('bold', 'Your time zone')} (time_zone in ${NAME})`);
  console.log('It says when your days begin and end, in totals and in the files for your books.');
  console.log(`Press Enter for ${OF_THIS_COMPUTER}, or type UTC or a city, as in America/Chicago.`);
  for (;;) {
    const typed = (await answer()).trim() || OF_THIS_COMPUTER;
    const zone = zoneSchema.safeParse(typed);
    if (zone.success) {
      const text = readFileSync(FILE, 'utf8');
      writeFileSync(FILE, text.replace(LINE, `$1${zone.data}"`));
      console.log(`${zone.data} is now in ${NAME}. Commit and push that file before you deploy.`);
      return;
    }
    console.log(zone.error.issues[0]?.message);
  }
};
