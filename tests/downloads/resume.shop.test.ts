import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buy } from '../shop/buying.ts';
import { bytesOf, linkTo, sha256 } from '../shop/downloading.ts';
import { openTestShop } from '../shop/shop.ts';
import { needs } from '../tools.ts';

const shop = await openTestShop();

/** Hangs up on the first caller after so many bytes of the answer; later ones get all of it. */
const startBadLine = async (target: URL, bytes: number): Promise<string> => {
  let callers = 0;
  const line = net.createServer((caller) => {
    callers += 1;
    let left = callers === 1 ? bytes : Infinity;
    const answerer = net.connect(Number(target.port), '127.0.0.1');
    const hangUp = () => {
      caller.destroy();
      answerer.destroy();
    };
    for (const socket of [caller, answerer]) socket.on('error', hangUp).on('close', hangUp);
    caller.pipe(answerer);
    answerer.on('data', (chunk: Buffer) => {
      caller.write(left < chunk.length ? chunk.subarray(0, left) : chunk);
      left -= chunk.length;
      if (left <= 0) caller.end(hangUp);
    });
  });
  await new Promise<void>((resolve) => void line.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => void line.close(() => resolve())));
  return `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
};

const curl = (url: string, file: string): Promise<number> =>
  new Promise((resolve) => {
    const args = ['--silent', '--show-error', '--continue-at', '-', '--output', file, url];
    const child = execFile('curl', args, () => resolve(child.exitCode ?? -1));
  });

test('curl goes on where the line broke, to the same SHA-256', needs('curl'), async () => {
  const link = await linkTo(shop, 'guide-1', await buy(shop, 'individual_guide_6_10'));
  const whole = await bytesOf(await shop.call(link));
  const directory = await mkdtemp(path.join(tmpdir(), 'resume-test-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = path.join(directory, 'file');
  const url = (await startBadLine(new URL(shop.siteUrl), whole.length / 2)) + link;

  expect(await curl(url, file)).not.toBe(0);
  const { size } = await stat(file);
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThan(whole.length);
  expect(await curl(url, file)).toBe(0);
  expect(sha256(await readFile(file))).toBe(sha256(whole));
});
