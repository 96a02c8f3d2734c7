import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  type ProjectCopy,
  type StartedShop,
  copyProject,
  freePort,
  startShop,
  storedFile,
} from '../project.ts';
import { onlyIf } from '../tools.ts';
import { ENGINES } from './engines/engines.ts';
import { pageOf } from './engines/page.ts';
import { WALKS } from './engines/walks.ts';

/** The shop takes the two after it as well. */
const PORT = await freePort(8910);

let project: ProjectCopy | undefined;
let shop: StartedShop | undefined;
beforeAll(async () => {
  project = copyProject();
  shop = await startShop(project.root, PORT);
});
afterAll(async () => {
  await shop?.stop();
  project?.remove();
});

describe.each(ENGINES)('in $name', ({ name, isHere, start }) => {
  test.each(Object.entries(WALKS))(
    '%s',
    onlyIf(isHere(), `${name} is not installed`),
    async (_what, walk) => {
      if (!project || !shop) throw new Error('not started');
      const { root } = project;
      // One that has seen nothing yet.
      const engine = await start();
      onTestFinished(engine.stop);
      await walk(pageOf(engine), {
        site: shop.site,
        stored: (fileName) => storedFile(root, PORT, fileName),
      });
      expect(engine.errors).toEqual([]);
    },
  );
});
