import { type Page, expect, test } from '@playwright/test';
import { makePdf } from '../../shop/pdfs.ts';
import { openAdmin } from '../owner-shop.ts';
import { MB, choose, guideOf, step } from './upload.ts';

/** Makes the file in the page, since one of that size takes seconds to get there. */
const chooseLarge = (page: Page, size: number): Promise<void> =>
  page.locator('input[type=file]').evaluate((input: HTMLInputElement, bytes) => {
    const chosen = new DataTransfer();
    const type = 'application/pdf';
    chosen.items.add(new File(['%PDF-', new Uint8Array(bytes)], 'large.pdf', { type }));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, size);

export const testRefusals = (): void =>
  test('what is no guide is refused before it is sent', async ({ page }) => {
    await openAdmin(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/(upload|admin\/uploads)/.test(request.url())) sent.push(request.url());
    });
    await expect(page.locator('input[type=file]')).toHaveAttribute('accept', '.pdf');
    const toast = page.locator('[data-sonner-toast]');
    const wrongType = toast.filter({ hasText: 'Invalid file type' });
    const PNG = Buffer.from('\x89PNG\r\n');
    await choose(page, 'picture.png', PNG, 'image/png');
    await expect(wrongType.getByText('Please upload a PDF file.')).toBeVisible();
    await expect(wrongType).toHaveCount(0);
    await choose(page, 'renamed.pdf', PNG);
    await expect(wrongType.getByText('Please upload a PDF file.')).toBeVisible();
    const alert = page.getByRole('alert');
    const script = await makePdf({}, (guide) => guide.addJavaScript('greet', 'app.alert(1)'));
    await choose(page, 'script.pdf', Buffer.from(script));
    await expect(alert).toContainText('JavaScript');
    await chooseLarge(page, 19 * MB);
    await expect(alert).toContainText('A guide can be up to 18 MB');
    await expect(alert).toContainText('Nothing was uploaded.');
    await choose(page, 'Ages 6-10.pdf', await guideOf(1000));
    await expect(page.locator('[data-preview="drawn"]')).toBeVisible();
    expect(sent).toEqual([]);

    const refusal = { status: 422, json: { code: 'pdf_broken', detail: 'Checked again.' } };
    await page.route('**/api/admin/uploads', (route) => route.fulfill(refusal), { times: 1 });
    await page.getByRole('button', { name: 'Upload' }).click();
    const failed = toast.filter({ hasText: 'Upload failed' });
    await expect(failed.getByText('There was an error uploading the file.')).toBeVisible();
    await expect(step(page, 'failed')).toContainText('Checked again.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(step(page, 'done')).toBeVisible();
  });
