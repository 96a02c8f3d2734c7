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
const OWNER_PASSWORD = 'the-owner-in-another-engine';

let project: ProjectCopy | undefined;
let shop: StartedShop | undefined;
beforeAll(async () => {
  project = copyProject();
  shop = await startShop(project.root, PORT, { more: { ADMIN_PASSWORD: OWNER_PASSWORD } });
});
afterAll(async () => {
  await shop?.stop();
  project?.remove();
});

const setFaults = (faults: object) =>
  fetch(`http://localhost:${PORT + 1}/_control/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
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
      onTestFinished(() => void setFaults({}));
      await walk(pageOf(engine), {
        site: shop.site,
        ownerPassword: OWNER_PASSWORD,
        setFaults,
        stored: (fileName) => storedFile(root, PORT, fileName),
      });
      expect(engine.errors).toEqual([]);
    },
  );
});
