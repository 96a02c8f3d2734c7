import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { buy, download, post } from '../buyer.ts';
import { freePort, localOnly } from '../project.ts';
import { SETTING, testAds } from './ads.ts';
import { testCheckoutOptions } from './checkout-options.ts';
import { edit, testEdited } from './edited.ts';
import { interrupt, projectToStart } from './npm-start.ts';

const PORT = await freePort();
const SITE = `http://localhost:${PORT}`;
const { project, start } = projectToStart();

// One build serves all tests: of an edited project, with an ad service.
edit(project);
const shop = await start(PORT, 'start', { PUBLIC_ADS_CONVERSION: SETTING });

const passwordIn = (output: string): string =>
  /^Admin: \S+, password: (\S+)$/m.exec(output)?.[1] ?? '';

test('a guide is bought and downloaded', async () => {
  const file = await download(shop.site, await buy(shop.site, 'guide-1'));
  const text = Buffer.from(await file.bytes()).toString('latin1');
  expect(text).toMatch(/^%PDF-[^]*%%EOF\s*$/);
});

test('the addresses of the admin page, with its password, and of the inbox are said', async () => {
  const [, at = ''] = /^Admin: (\S+), /m.exec(shop.output()) ?? [];
  const password = passwordIn(shop.output());
  expect(at).toBe(`${shop.site}/admin-upload`);
  expect((await fetch(at)).status).toBe(200);
  const { expiresAt } = await post(shop.site, '/api/admin/login', { password });
  expect(new Date(expiresAt).getTime()).toBeGreaterThan(Date.now());
  const [, inbox = ''] = /^Inbox: (\S+)$/m.exec(shop.output()) ?? [];
  expect(await (await fetch(inbox)).text()).toContain('<h1>Inbox</h1>');
});

test('a port that is taken is said to be, with what to do', async () => {
  const late = spawn('npm', ['start'], { cwd: project.root, env: localOnly(PORT) });
  let said = '';
  late.stderr.on('data', (chunk) => (said += chunk));
  expect(await once(late, 'close')).toEqual([1, null]);
  expect(said).toContain('PORT=9000 npm start');
});

testEdited({ site: SITE, port: PORT, root: project.root });
testCheckoutOptions(SITE);
testAds(SITE);

test('nothing is left behind of a shop that is interrupted', async () => {
  await interrupt(shop, 'SIGINT');
  await expect(fetch(shop.site)).rejects.toThrow('fetch failed');
});
