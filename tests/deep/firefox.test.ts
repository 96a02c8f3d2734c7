import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { productOf } from '../catalogue.ts';
import { type ProjectCopy, type StartedShop, copyProject, startShop } from '../project.ts';
import { FIREFOX, startFirefox } from './firefox.ts';

const PORT = 8910;
const BOUGHT_WITHIN_MS = 180_000;
const hasFirefox = existsSync(FIREFOX);
if (!hasFirefox) console.log('Skipped: a purchase in Firefox, since firefox-esr is not here.');

describe.runIf(hasFirefox)('in Firefox', () => {
  let project: ProjectCopy | undefined;
  let shop: StartedShop | undefined;
  let firefox: Awaited<ReturnType<typeof startFirefox>> | undefined;
  beforeAll(async () => {
    project = copyProject();
    [shop, firefox] = await Promise.all([startShop(project.root, PORT), startFirefox()]);
  }, 300_000);
  afterAll(async () => {
    await Promise.all([firefox?.stop(), shop?.stop()]);
    project?.remove();
  });

  test(
    'a parent on a small screen buys a guide and holds its very file',
    { timeout: BOUGHT_WITHIN_MS },
    async () => {
      if (!shop || !firefox) throw new Error('not started');
      const { evaluate, click, open, type, until } = firefox;
      await firefox.resize(375, 812);
      await open(`${shop.site}/guide-1`);
      await click('form[data-buy] button');
      await until(`location.pathname.startsWith('/c/pay/') && document.readyState === 'complete'`);
      for (const [name, text] of Object.entries({
        email: 'a@example.com',
        number: '4242424242424242',
        expiry: '12/34',
        cvc: '123',
      })) {
        await click(`[name=${name}]`);
        await type(text);
      }
      await click('button.main');
      await until(`document.body.innerText.includes('Order confirmed')`);
      await click('a[href^="/guide-download"]');
      await until(`document.querySelector('main ul a') !== null`);
      const link = String(await evaluate(`document.querySelector('main ul a').href`));
      await click('main button');
      await until(
        `document.querySelector('[data-sonner-toast]')?.innerText.includes('1 file(s)') ?? false`,
      );
      const served = Buffer.from(await (await fetch(link)).arrayBuffer());
      const { saved } = firefox;
      const { file_name: fileName } = productOf('guide-1');
      await expect.poll(() => saved(fileName).equals(served)).toBe(true);
      expect(firefox.errors).toEqual([]);
    },
  );
});
