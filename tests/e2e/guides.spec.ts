import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type Page, expect, test } from '@playwright/test';
import { buy } from '../buyer.ts';
import { GUIDES, PRODUCTS, productOf } from '../catalog.ts';
import { byDepth } from '../depth.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { REPLACED } from './admin-answers.ts';
import { OWNER_PASSWORD, logIn } from './owner.ts';
import { SITE_URL } from './site.ts';
import { mailWith, runJobs } from './stand-in.ts';
import { DEEP_ONLY } from './devices.ts';

const item = (page: Page) => page.locator(`[data-product="${REPLACED}"]`);

/** Opens the guides page as the owner. */
const openAdmin = async (page: Page): Promise<void> => {
  await logIn(page);
  await page.goto('/admin-upload');
  await expect(page.locator('[data-product]')).toHaveCount(PRODUCTS.length);
};

const PROMISE = GUIDES.find(({ product }) => product === REPLACED);
if (!PROMISE) throw new Error(`No page sells ${REPLACED}.`);

/**
 * A guide that cannot be compressed, so that all its bytes are sent. It is signed, and so gets no line for orders, which
 * takes longest to add. By default it has the pages that the shop promises.
 */
const guideOf = async (bytes: number, pages = PROMISE.pages): Promise<Buffer> =>
  Buffer.from(
    await makePdf({ packed: false, pages }, (document) => {
      sign(document);
      document.context.register(document.context.stream(randomBytes(bytes)));
    }),
  );

/** Chooses a file for the guide. Returns its path. */
const choose = async (page: Page, name: string, content: Buffer): Promise<string> => {
  const file = test.info().outputPath(name);
  writeFileSync(file, content);
  await item(page).locator('input[type=file]').setInputFiles(file);
  return file;
};

const publishing = (page: Page) => item(page).getByRole('button', { name: 'Publish' });

const upload = async (page: Page, guide: Buffer): Promise<void> => {
  await choose(page, 'Ages 6-10 (1).pdf', guide);
  await publishing(page).press('Enter');
};

const MB = 1024 * 1024;

const seconds = (): number => Math.floor(Date.now() / 1000);

test('the owner publishes an edition, emails past buyers after a preview or stops, and restores the one before', async ({
  page,
}) => {
  await page.clock.install();
  await openAdmin(page);
  // No other test buys with this address: a buyer counts only if their last order is older than the edition.
  await buy(SITE_URL, REPLACED, 'reader@example.com');
  const bought = seconds();
  await expect.poll(seconds, 'past orders are those of an earlier second').toBeGreaterThan(bought);
  const words = item(page).getByLabel('What’s new');
  const preview = item(page).getByRole('button', { name: 'Send me a preview' });
  const begin = item(page).getByRole('button', { name: /^Email up to \d+ buyer/ });
  const done = item(page).getByText(/^Emailed /);
  for (const year of [2025, 2026]) {
    await upload(page, await guideOf(MB + year));
    await expect(item(page)).toContainText('Published. Every buyer gets it now.');
    await expect(page.getByText('Upload successful').first()).toBeVisible();
    await expect(item(page).locator('input[type=file]')).toBeFocused();
    await expect(page.locator(`a[href="/admin-upload#${REPLACED}"]`)).toHaveCount(0);
    await item(page).getByText('Announce to past buyers').press('Enter');
    // Other words have to be previewed too.
    for (const says of ['Lesson 3 has new figures.', `Lesson 3 has the figures of ${year}.`]) {
      await words.fill(says);
      await expect(begin).toBeDisabled();
      await preview.press('Enter');
      await expect(begin).toBeEnabled();
    }
    await begin.press('Enter');
    // The dialog's button has the focus, and its question names the guide.
    const question = item(page).getByRole('dialog', { name: /^Email up to \d+ buyer/ });
    await expect(question).toContainText(productOf(REPLACED).name);
    if (year === 2025) {
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expect(begin).toBeFocused();
      await expect(item(page).locator('[data-announcement]')).not.toContainText('Emailing');
      await begin.press('Enter');
    }
    await page.keyboard.press('Enter');
    // Other tests have buyers too. The schedule sends the emails.
    await expect(item(page)).toContainText(/Emailing past buyers: (\d+) of \1 left\./);
    await expect(item(page).locator('[data-announcement]')).toBeFocused();
    if (year === 2026) break;
    await item(page).getByRole('button', { name: 'Stop' }).press('Enter');
    await page.keyboard.press('Enter');
    await expect(done).toBeVisible();
    await expect(item(page).locator('[data-announcement]')).toBeFocused();
  }
  await expect
    .poll(async () => {
      await runJobs();
      await page.clock.fastForward(5000);
      return done.count();
    })
    .toBe(1);
  await page.reload();
  await expect(done).toBeVisible();
  await expect(begin).toHaveCount(0);

  await item(page).getByText('1 earlier edition').click();
  await item(page).getByRole('button', { name: 'Restore' }).press('Enter');
  await page.keyboard.press('Enter');
  await expect(item(page)).toContainText('Restored. Every buyer gets it now.');
  await expect(item(page).locator('summary', { hasText: 'earlier' })).toBeFocused();

  const { text } = await mailWith('the figures of 2026');
  await page.goto(/http\S+unsubscribe\?token=\w+/.exec(text)?.[0] ?? '');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText('You won’t get any more of these emails.')).toBeVisible();
});

test('the owner is asked about a PDF that differs from the shop’s pages, and chooses another or publishes it', async ({
  page,
}) => {
  await openAdmin(page);
  const wrong = await guideOf(MB, 3);
  const row = (fact: string) => item(page).getByRole('row', { name: new RegExp(`^${fact}`) });
  await choose(page, 'Wrong.pdf', wrong);
  await expect(row('Title').getByRole('cell')).toHaveText(['A guide', PROMISE.title]);
  await expect(row('Pages').getByRole('cell')).toHaveText(['3 pages', `${PROMISE.pages} pages`]);
  await expect(row('Size').getByRole('cell')).toHaveText(['1.0 MB', PROMISE.fileSize]);

  const question = item(page).getByRole('alert');
  const asks = `This PDF has 3 pages, but the shop promises ${PROMISE.pages}. Publish it anyway?`;
  await publishing(page).press('Enter');
  await expect(question).toHaveText(asks);
  await expect(question).toBeFocused();
  await expect(page.getByText('Upload failed')).toHaveCount(0);
  const chooser = page.waitForEvent('filechooser');
  await item(page).getByRole('button', { name: 'Choose another' }).press('Enter');
  await (await chooser).setFiles(test.info().outputPath('Wrong.pdf'));
  await publishing(page).press('Enter');
  await expect(question).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(item(page)).toContainText('Published. Every buyer gets it now.');
  await expect(item(page)).toContainText('Wrong.pdf, 3 pages');
  await expect(item(page).locator('input[type=file]')).toBeFocused();
});

test(
  'a file that is no guide is refused, and an upload goes on after a new login',
  DEEP_ONLY,
  async ({ context, page }) => {
    await page.clock.install();
    await openAdmin(page);
    const taken: (string | null)[] = [];
    page.on('response', (response) => {
      const { pathname, searchParams } = new URL(response.url());
      if (pathname === '/api/upload' && response.ok()) taken.push(searchParams.get('part'));
    });
    await expect(item(page).locator('input[type=file]')).toHaveAttribute('accept', '.pdf');
    const toast = page.locator('[data-sonner-toast]');
    const alert = item(page).getByRole('alert');
    /** Waits for a toast with these words, and lets it go. */
    const expectToast = async (title: string, text: string): Promise<void> => {
      await expect(toast.filter({ hasText: title }).getByText(text)).toBeVisible();
      await page.clock.fastForward(6000);
      await expect(toast).toHaveCount(0);
    };
    const WRONG_TYPE = ['Invalid file type', 'Please upload a PDF file.'] as const;
    const FAILED = ['Upload failed', 'There was an error uploading the file.'] as const;
    const PNG = Buffer.from('\x89PNG\r\n');
    await choose(page, 'picture.png', PNG);
    await expectToast(...WRONG_TYPE);
    await expect(publishing(page)).toHaveCount(0);
    await choose(page, 'large.pdf', Buffer.alloc(18.5 * MB));
    await expect(alert).toContainText('18 MB');
    await expect(publishing(page)).toHaveCount(0);

    await upload(page, PNG);
    await expectToast(...WRONG_TYPE);
    await upload(page, (await guideOf(MB)).subarray(0, 900));
    await expect(alert).toContainText('The end of the PDF is missing.');
    await expectToast(...FAILED);
    const file = await choose(page, 'saved-again.pdf', await guideOf(MB));
    writeFileSync(file, await guideOf(MB + 2000));
    await publishing(page).click();
    await expect(alert).toContainText('has changed on your computer');
    await expectToast(...FAILED);
    expect(taken).toEqual([]);

    await context.clearCookies({ name: /owner_session/ });
    // The server takes seconds to check a guide of two parts.
    await upload(page, await guideOf(byDepth(MB, 4.5 * MB)));
    const login = page.getByRole('dialog', { name: 'Your session has ended' });
    await login.getByLabel('Password').fill(OWNER_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(login).toBeHidden();
    await publishing(page).press('Enter');
    await expect(item(page)).toContainText('Published.');
    expect(taken).toEqual(byDepth(['0'], ['0', '1']));
  },
);
