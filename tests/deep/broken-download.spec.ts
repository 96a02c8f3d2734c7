import { expect, test } from '@playwright/test';
import { buy } from '../buyer.ts';
import { productOf } from '../catalogue.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { readFileSync } from 'node:fs';
import { storedFile, withoutLine } from '../project.ts';
import { startProxy } from '../shop/proxy.ts';

const FILE = productOf('guide-1').file_name;

test('a file whose connection breaks in the middle is whole, by the link and by the button', async ({
  page,
  baseURL,
}) => {
  const shop = String(baseURL);
  const connection = await startProxy(shop);
  const session = await buy(shop, 'guide-1');
  await page.goto(`${connection.url}/guide-download?session_id=${session}`);
  const breakOnce = () =>
    page.route(
      '**/api/files/**',
      (route) => {
        connection.fail('cut', 1);
        return route.continue();
      },
      { times: 1 },
    );
  for (const [role, name] of [
    ['link', FILE],
    ['button', 'Download Your Guide'],
  ] as const) {
    await breakOnce();
    const before = connection.calls();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole(role, { name }).click(),
    ]);
    const saved = withoutLine(readFileSync(await download.path()));
    expect(saved.equals(storedFile(ROOT, new URL(shop).port, FILE)), role).toBe(true);
    expect(connection.calls() - before, role).toBeGreaterThan(1);
  }
  await connection.close();
});
