import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type Locator, type Page, expect, test } from '@playwright/test';
import { buy } from '../buyer.ts';
import { GUIDES, PRODUCTS, productOf } from '../catalog.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { REPLACED } from './admin-answers.ts';
import { DEEP_ONLY } from './devices.ts';
import { OWNER_PASSWORD, logIn } from './owner.ts';
import { SITE_URL } from './site.ts';
import { runJobs, waitForMail } from './stand-in.ts';

const MB = 1024 * 1024;

const PROMISE = GUIDES.find(({ product }) => product === REPLACED);
if (!PROMISE) throw new Error(`No page sells ${REPLACED}.`);

const item = (page: Page): Locator => page.locator(`[data-product="${REPLACED}"]`);
const button = (page: Page, name: string | RegExp): Locator =>
  item(page).getByRole('button', { name });
const fileInput = (page: Page): Locator => item(page).locator('input[type=file]');
const alert = (page: Page): Locator => item(page).getByRole('alert');
const announcement = (page: Page): Locator => item(page).locator('[data-announcement]');

/** Logs the owner in and opens the guides page. */
const openAdmin = async (page: Page): Promise<void> => {
  await logIn(page);
  await page.goto('/admin-upload');
  await expect(page.locator('[data-product]')).toHaveCount(PRODUCTS.length);
};

/**
 * A PDF with random bytes, which cannot be compressed, so the upload is at least this large. The
 * PDF is signed, so the shop skips its slowest step: adding the line for the order number. By
 * default, the PDF has as many pages as the shop promises.
 */
const guideOf = async (bytes: number, pages = PROMISE.pages): Promise<Buffer> =>
  Buffer.from(
    await makePdf({ packed: false, pages }, (document) => {
      sign(document);
      document.context.register(document.context.stream(randomBytes(bytes)));
    }),
  );

/** Chooses a file for the guide. Returns the path of the file. */
const choose = async (page: Page, name: string, content: Buffer): Promise<string> => {
  const file = test.info().outputPath(name);
  writeFileSync(file, content);
  await fileInput(page).setInputFiles(file);
  return file;
};

const upload = async (page: Page, guide: Buffer): Promise<void> => {
  await choose(page, 'Ages 6-10 (1).pdf', guide);
  await button(page, 'Publish').press('Enter');
};

const expectPublished = async (page: Page): Promise<void> => {
  await expect(item(page)).toContainText('Published. Every buyer gets it now.');
};

test('publishes an edition and stops reporting its file as missing', async ({ page }) => {
  await openAdmin(page);
  await upload(page, await guideOf(MB));
  await expectPublished(page);
  await expect(page.getByText('Upload successful').first()).toBeVisible();
  await expect(fileInput(page)).toBeFocused();
  await expect(page.locator(`a[href="/admin-upload#${REPLACED}"]`)).toHaveCount(0);
});

test('empties the file input after a choice, so that the same file can be chosen again', async ({
  page,
}) => {
  await openAdmin(page);
  await choose(page, 'Guide.pdf', await guideOf(MB));
  await expect(item(page)).toContainText('Guide.pdf');
  await expect(fileInput(page)).toHaveValue('');
});

test('confirms a published edition only after the list contains it', async ({ page }) => {
  await openAdmin(page);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/admin/guides', async (route) => {
    await isReleased;
    await route.continue();
  });
  await upload(page, await guideOf(MB));
  await expect(page.getByText('Upload successful').first()).toBeVisible();
  await expect(item(page).getByText('Published.')).toHaveCount(0);
  release();
  await expectPublished(page);
});

test('restores an earlier edition', async ({ page }) => {
  await openAdmin(page);
  for (const bytes of [MB, MB + 1000]) {
    await upload(page, await guideOf(bytes));
    await expectPublished(page);
  }
  await item(page)
    .getByText(/^\d+ earlier editions?/)
    .click();
  await button(page, 'Restore').first().press('Enter');
  await page.keyboard.press('Enter');
  await expect(item(page)).toContainText('Restored. Every buyer gets it now.');
  await expect(item(page).locator('summary', { hasText: 'earlier' })).toBeFocused();
});

/** The label of the button that starts sending the emails, and of its confirmation dialog. */
const BEGIN = /^Email up to \d+ buyer/;
const question = (page: Page): Locator => item(page).getByRole('dialog', { name: BEGIN });
const summaryOfEmails = (page: Page): Locator => item(page).getByText(/^Emailed /);

const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

/** Publishes an edition of a guide with past buyers, and opens the form to announce it. */
const openDraft = async (page: Page): Promise<void> => {
  // Only this file uses the address. A buyer counts as a past buyer only if their last order is
  // older than the edition, in whole seconds.
  await buy(SITE_URL, REPLACED, 'reader@example.com');
  const boughtAt = nowInSeconds();
  await expect.poll(nowInSeconds).toBeGreaterThan(boughtAt);
  await page.clock.install();
  await openAdmin(page);
  await upload(page, await guideOf(MB));
  await expectPublished(page);
  await item(page).getByText('Announce to past buyers').press('Enter');
};

const sendPreview = async (page: Page, text: string): Promise<void> => {
  await item(page).getByLabel('What’s new').fill(text);
  await button(page, 'Send me a preview').press('Enter');
  await expect(button(page, BEGIN)).toBeEnabled();
};

const beginSending = async (page: Page): Promise<void> => {
  await button(page, BEGIN).press('Enter');
  await page.keyboard.press('Enter');
  // Other tests also create buyers, so the number of emails varies. The schedule sends them later.
  await expect(item(page)).toContainText(/Emailing past buyers: (\d+) of \1 left\./);
  await expect(announcement(page)).toBeFocused();
};

test.describe('announcements', () => {
  test('enables the send button only after a preview of the current text', async ({ page }) => {
    await openDraft(page);
    await expect(button(page, BEGIN)).toBeDisabled();
    await sendPreview(page, 'Lesson 3 has new figures.');

    await item(page).getByLabel('What’s new').fill('Lesson 3 has other figures.');
    await expect(button(page, BEGIN)).toBeDisabled();
    await sendPreview(page, 'Lesson 3 has other figures.');
  });

  test('sends no announcement if the owner presses Escape', DEEP_ONLY, async ({ page }) => {
    await openDraft(page);
    await sendPreview(page, 'Lesson 3 has new figures.');
    await button(page, BEGIN).press('Enter');
    await expect(question(page)).toContainText(productOf(REPLACED).name);

    await page.keyboard.press('Escape');
    await expect(question(page)).toBeHidden();
    await expect(button(page, BEGIN)).toBeFocused();
    await expect(announcement(page)).not.toContainText('Emailing');
  });

  test('stops an announcement', async ({ page }) => {
    await openDraft(page);
    await sendPreview(page, '');
    await beginSending(page);

    await button(page, 'Stop').press('Enter');
    await page.keyboard.press('Enter');
    await expect(summaryOfEmails(page)).toBeVisible();
    await expect(announcement(page)).toBeFocused();
  });

  test('emails past buyers once, with a working link to unsubscribe', async ({ page }) => {
    const text = `Lesson 3 has the figures of ${test.info().project.name}.`;
    await openDraft(page);
    await sendPreview(page, text);
    await beginSending(page);
    await expect
      .poll(async () => {
        await runJobs();
        await page.clock.fastForward(5000);
        return summaryOfEmails(page).count();
      })
      .toBe(1);
    await page.reload();
    await expect(summaryOfEmails(page)).toBeVisible();
    await expect(button(page, BEGIN)).toHaveCount(0);

    const mail = await waitForMail('reader@example.com', text);
    await page.goto(/http\S+unsubscribe\?token=\w+/.exec(mail.text)?.[0] ?? '');
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByText('You won’t get any more of these emails.')).toBeVisible();
  });
});

const row = (page: Page, fact: string): Locator =>
  item(page).getByRole('row', { name: new RegExp(`^${fact}`) });

test.describe('a PDF that differs from the shop’s pages', () => {
  test.beforeEach(async ({ page }) => {
    await openAdmin(page);
    await choose(page, 'Wrong.pdf', await guideOf(MB, 3));
  });

  test('compares a chosen PDF with what the shop promises', async ({ page }) => {
    await expect(row(page, 'Title').getByRole('cell')).toHaveText(['A guide', PROMISE.title]);
    await expect(row(page, 'Pages').getByRole('cell')).toHaveText([
      '3 pages',
      `${PROMISE.pages} pages`,
    ]);
    await expect(row(page, 'Size').getByRole('cell')).toHaveText(['1.0 MB', PROMISE.fileSize]);
  });

  test('asks whether to publish a PDF that differs or to choose another PDF', async ({ page }) => {
    await button(page, 'Publish').press('Enter');
    await expect(alert(page)).toHaveText(
      `This PDF has 3 pages, but the shop promises ${PROMISE.pages}. Publish it anyway?`,
    );
    await expect(alert(page)).toBeFocused();
    await expect(page.getByText('Upload failed')).toHaveCount(0);

    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Choose another').press('Enter');
    await (await chooser).setFiles(test.info().outputPath('Wrong.pdf'));
    await button(page, 'Publish').press('Enter');
    await expect(alert(page)).toBeFocused();

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectPublished(page);
    await expect(item(page)).toContainText('Wrong.pdf, 3 pages');
    await expect(fileInput(page)).toBeFocused();
  });
});

/**
 * Returns a list. When the shop accepts an uploaded part, the part's number is added to the list.
 */
const watchAcceptedParts = (page: Page): string[] => {
  const parts: string[] = [];
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (pathname === '/api/upload' && response.ok()) parts.push(searchParams.get('part') ?? '');
  });
  return parts;
};

const toast = (page: Page, { title, text }: { title: string; text: string }): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: title }).getByText(text);

test.describe('invalid uploads', DEEP_ONLY, () => {
  const WRONG_TYPE = { title: 'Invalid file type', text: 'Please upload a PDF file.' };
  const FAILED = { title: 'Upload failed', text: 'There was an error uploading the file.' };
  const PICTURE = Buffer.from('\x89PNG\r\n');

  let acceptedParts: string[] = [];
  test.beforeEach(async ({ page }) => {
    acceptedParts = watchAcceptedParts(page);
    await openAdmin(page);
  });
  test.afterEach(() => expect(acceptedParts, 'parts that the shop accepted').toEqual([]));

  test('refuses a picture before it is uploaded', async ({ page }) => {
    await expect(fileInput(page)).toHaveAttribute('accept', '.pdf');
    await choose(page, 'picture.png', PICTURE);
    await expect(toast(page, WRONG_TYPE)).toBeVisible();
    await expect(button(page, 'Publish')).toHaveCount(0);
  });

  test('refuses a picture whose name ends with .pdf', async ({ page }) => {
    await upload(page, PICTURE);
    await expect(toast(page, WRONG_TYPE)).toBeVisible();
  });

  test('refuses a file over 18 MB before it is uploaded', async ({ page }) => {
    await choose(page, 'large.pdf', Buffer.alloc(18.5 * MB));
    await expect(alert(page)).toContainText('18 MB');
    await expect(button(page, 'Publish')).toHaveCount(0);
  });

  test('refuses a truncated PDF', async ({ page }) => {
    await upload(page, (await guideOf(MB)).subarray(0, 900));
    await expect(alert(page)).toContainText('The end of the PDF is missing.');
    await expect(toast(page, FAILED)).toBeVisible();
  });

  test('refuses a PDF that was saved again after it was chosen', async ({ page }) => {
    const file = await choose(page, 'saved-again.pdf', await guideOf(MB));
    writeFileSync(file, await guideOf(MB + 2000));
    await button(page, 'Publish').click();
    await expect(alert(page)).toContainText('has changed on your computer');
    await expect(toast(page, FAILED)).toBeVisible();
  });
});

test(
  'publishes the chosen PDF after the owner logs in again',
  DEEP_ONLY,
  async ({ context, page }) => {
    await openAdmin(page);
    const acceptedParts = watchAcceptedParts(page);
    await context.clearCookies({ name: /owner_session/ });
    // Large enough for two parts.
    await upload(page, await guideOf(4.5 * MB));
    const login = page.getByRole('dialog', { name: 'Your session has ended' });
    await login.getByLabel('Password').fill(OWNER_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(login).toBeHidden();

    await button(page, 'Publish').press('Enter');
    await expectPublished(page);
    expect(acceptedParts).toEqual(['0', '1']);
  },
);
