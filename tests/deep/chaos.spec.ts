import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Page, test } from '@playwright/test';
import { DETAILS, SHOWN } from '../http/chaos-table.ts';
import { type Answer, answer, problem } from '../e2e/answers.ts';
import { buyButton, scriptsRun } from '../e2e/parent.ts';
import { DOWNLOAD, paidFor, clickDownload } from '../e2e/spec/files.ts';
import { type Scene, on, toastSays } from '../e2e/spec/row.ts';

/** "502 payment_unavailable" as the shop's functions answer it. */
const asProblem = (cell: string): Answer => {
  const [status, code = ''] = cell.split(' ');
  return problem(Number(status), DETAILS[code] ?? '');
};

/** Promises a thousand bytes, and hangs up after some. */
const breakOff = http.createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '1000' });
  response.write('%PDF-1.7', () => response.destroy());
});
test.beforeAll(() => new Promise<void>((resolve) => void breakOff.listen(0, '127.0.0.1', resolve)));
test.afterAll(() => void breakOff.close());

const failFiles = async (page: Page, cell: string): Promise<void> => {
  const { port } = breakOff.address() as AddressInfo;
  await page.route('**/api/files/*', (route) =>
    cell.startsWith('200')
      ? route.continue({ url: `http://127.0.0.1:${port}/` })
      : route.fulfill({ status: Number(cell.slice(0, 3)), body: '' }),
  );
};

/** Where a parent meets an answer, and what they do there. */
const meet = (cell: string, given: string): { at: Scene; act: (page: Page) => Promise<void> } => {
  if (cell === 'buys') {
    return {
      at: on('/guide-1', { before: (page) => answer(page, 'create-payment', asProblem(given)) }),
      act: async (page) => {
        await scriptsRun(page);
        await buyButton(page).click();
      },
    };
  }
  if (cell.startsWith('returns')) {
    return {
      at: on(DOWNLOAD, { before: (page) => answer(page, 'verify-payment', asProblem(given)) }),
      act: async () => {},
    };
  }
  if (cell.startsWith('asks'))
    return { at: paidFor({ access: asProblem(given) }), act: clickDownload };
  const paid = paidFor();
  const before = async (page: Page): Promise<void> => {
    await paid.before?.(page);
    await failFiles(page, given);
  };
  return { at: { ...paid, before }, act: clickDownload };
};

for (const { cell, answer: given, title, words } of SHOWN) {
  test(`a parent who ${cell} while the shop answers ${given} reads "${title}"`, async ({
    page,
  }) => {
    const { at, act } = meet(cell, given);
    await at.before?.(page);
    await page.goto(at.path);
    await act(page);
    await toastSays(page, title, words);
  });
}
