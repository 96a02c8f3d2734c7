import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { ROOT } from '../../netlify/local/settings.ts';
import { buy } from '../buyer.ts';
import { productOf } from '../catalogue.ts';
import { storedFile, withoutLine } from '../project.ts';

const FILE = productOf('guide-1').file_name;

/** Stands before the shop, and lets the first answer with a file through to its half alone. */
const openLine = async (shop: string, how: 'ends' | 'is lost') => {
  const asked: object[] = [];
  const server = http.createServer((request, response) => {
    const { method, headers, url = '/' } = request;
    const outgoing = http.request(shop + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      const isFile = url.startsWith('/api/files/');
      if (isFile) asked.push({ range: headers.range, ifRange: headers['if-range'] });
      if (!isFile || asked.length > 1) {
        answer.pipe(response);
        return;
      }
      let left = Math.floor(Number(answer.headers['content-length']) / 2);
      const hangUp = (): void => {
        answer.destroy();
        if (how === 'ends') response.socket?.end();
        else response.socket?.resetAndDestroy();
      };
      answer.on('data', (chunk: Buffer) => {
        if (left <= 0) return;
        response.write(chunk.subarray(0, left));
        left -= chunk.length;
        // A browser loses what it has not taken off a line that is reset.
        if (left <= 0) setTimeout(hangUp, 500);
      });
    });
    request.pipe(outgoing);
  });
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return { asked, server, site: `http://localhost:${port}` };
};

// A stream ends where a function's minute is over. By a plain link the browser does not go on after a lost line.
for (const [role, name, how] of [
  ['link', FILE, 'ends'],
  ['button', 'Download Your Guide', 'ends'],
  ['button', 'Download Your Guide', 'is lost'],
] as const) {
  test(`the ${role}’s file, whose line ${how} in the middle, goes on by itself and is whole`, async ({
    page,
    baseURL,
  }) => {
    const shop = String(baseURL);
    const session = await buy(shop, 'guide-1');
    const { asked, server, site } = await openLine(shop, how);
    await page.goto(`${site}/guide-download?session_id=${session}`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole(role, { name }).click(),
    ]);
    const stored = storedFile(ROOT, new URL(shop).port, FILE);
    expect(withoutLine(readFileSync(await download.path())).equals(stored)).toBe(true);
    // The second request goes on where the first has stopped, and only with the same file.
    const range = `bytes=${Math.floor(stored.length / 2)}-`;
    expect(asked).toEqual([{}, { range, ifRange: expect.stringMatching(/^"[^"]+"$/) }]);
    server.close();
    server.closeAllConnections();
  });
}
