import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { BUNDLED, productOf } from '../catalogue.ts';
import {
  type ProjectCopy,
  type StartedShop,
  copyProject,
  freePort,
  startShop,
  storedFile,
  withoutLine,
} from '../project.ts';
import { onlyIf } from '../tools.ts';
import { ENGINES } from './engines/engines.ts';
import { pageOf } from './engines/page.ts';

const PHONE = [375, 812] as const;
const CARD = {
  email: 'a@example.com',
  number: '4242424242424242',
  expiry: '12/34',
  cvc: '123',
};

const PORT = await freePort(8910);
let project: ProjectCopy;
let shop: StartedShop;
beforeAll(async () => {
  project = copyProject();
  shop = await startShop(project.root, PORT);
});
afterAll(async () => {
  await shop?.stop();
  project.remove();
});

for (const { name, isHere, start } of ENGINES) {
  test(
    `in ${name}, a parent on a phone buys the bundle and holds its files`,
    onlyIf(isHere(), `${name} is not installed`),
    async () => {
      const engine = await start();
      onTestFinished(engine.stop);
      const { until, click, type, takeSaved } = pageOf(engine);
      await engine.resize(...PHONE);
      await engine.open(shop.site);
      expect(await engine.evaluate('innerWidth')).toBe(PHONE[0]);

      await until(`!document.querySelector('astro-island[ssr]:not([client=visible])')`);
      await click('form:has([value=bundle]) button');
      await until(`location.pathname.startsWith('/c/pay/') && document.readyState === 'complete'`);
      for (const [field, text] of Object.entries(CARD)) {
        await click(`[name=${field}]`);
        await type(text);
      }
      await click('button.main');
      await until(`document.body.innerText.includes('Order confirmed')`);

      await click('a[href^="/guide-download"]');
      await until(`document.querySelector('main ul a')`);
      const hold = (fileName: string): Promise<void> =>
        takeSaved(fileName, (bytes) =>
          withoutLine(bytes).equals(storedFile(project.root, PORT, fileName)),
        );
      await click('main button');
      for (const fileName of BUNDLED) await hold(fileName);
      const { file_name: whole } = productOf('bundle');
      await click('main ul a', whole);
      await hold(whole);
      expect(engine.errors).toEqual([]);
    },
  );
}
