import { readFile, readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { SCHEDULED } from '../../netlify/local/start-services.ts';

const FUNCTIONS = new URL('../../netlify/functions/', import.meta.url);

test('npm start calls the functions that Netlify calls by schedule, as often', async () => {
  const files = await readdir(FUNCTIONS);
  const scheduled = await Promise.all(
    files.map(async (file) => {
      const source = await readFile(new URL(file, FUNCTIONS), 'utf8');
      const [, minutes] = /schedule: '\*\/(\d+) \* \* \* \*'/.exec(source) ?? [];
      const name = file.replace('.ts', '');
      return minutes === undefined ? [] : [{ name, everyInMs: Number(minutes) * 60_000 }];
    }),
  );
  expect(SCHEDULED).toEqual(scheduled.flat());
});
