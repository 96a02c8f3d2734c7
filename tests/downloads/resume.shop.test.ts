import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buy } from '../shop/buying.ts';
import { bytesOf, linkTo, sha256 } from '../shop/downloading.ts';
import { startProxy } from '../shop/proxy.ts';
import { openTestShop } from '../shop/shop.ts';
import { needs } from '../tools.ts';

const shop = await openTestShop();

const curl = (url: string, file: string): Promise<number> =>
  new Promise((resolve) => {
    const args = ['--silent', '--continue-at', '-', '--output', file, url];
    const child = execFile('curl', args, () => resolve(child.exitCode ?? -1));
  });

test('curl goes on where the line broke, to the same SHA-256', needs('curl'), async () => {
  const link = await linkTo(shop, 'guide-1', await buy(shop, 'individual_guide_6_10'));
  const whole = await bytesOf(await shop.call(link));
  const directory = await mkdtemp(path.join(tmpdir(), 'resume-test-'));
  const line = await startProxy(shop.siteUrl);
  onTestFinished(async () => {
    await line.close();
    await rm(directory, { recursive: true });
  });
  const file = path.join(directory, 'file');

  line.fail('cut', 1);
  expect(await curl(line.url + link, file)).not.toBe(0);
  expect((await readFile(file)).length).toBe(Math.floor(whole.length / 2));
  expect(await curl(line.url + link, file)).toBe(0);
  expect(sha256(await readFile(file))).toBe(sha256(whole));
});
