import { type Request, expect, test } from '@playwright/test';
import { buyButton, scriptsRun } from './parent.ts';

const isCheckout = (request: Request) => request.url().endsWith('/api/create-payment');

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a buy button ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('names the shop as its origin', async ({ page, baseURL }) => {
      for (const at of ['/', '/guide-1']) {
        await page.goto(at);
        if (javaScriptEnabled) await scriptsRun(page);
        const [request] = await Promise.all([
          page.context().waitForEvent('request', isCheckout),
          buyButton(page).click(),
        ]);
        expect((await request.allHeaders())['origin']).toBe(baseURL);
        expect((await request.response())?.status()).toBe(javaScriptEnabled ? 200 : 303);
      }
    });
  });
}

test('a form on a page of another site opens no checkout', async ({ page, baseURL }) => {
  const body = `<form method="post" action="${baseURL}/api/create-payment">
    <input name="productType" value="bundle"><button>Win</button></form>`;
  await page.route('http://elsewhere.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body }),
  );
  await page.goto('http://elsewhere.example/');
  await page.getByRole('button').click();
  await expect(page).toHaveURL(`${baseURL}/payment-error`);
});
