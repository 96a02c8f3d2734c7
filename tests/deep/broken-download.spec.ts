import { readFileSync } from 'node:fs';
import { type Route, expect, test } from '@playwright/test';
import { ROOT } from '../../netlify/local/settings.ts';
import { buy } from '../buyer.ts';
import { productOf } from '../catalogue.ts';
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
  const cut = (route: Route) => {
    connection.fail('cut', 1);
    return route.continue();
  };
  for (const [role, name] of [
    ['link', FILE],
    ['button', 'Download Your Guide'],
  ] as const) {
    await page.route('**/api/files/**', cut, { times: 1 });
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
