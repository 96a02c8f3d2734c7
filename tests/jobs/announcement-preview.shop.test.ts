import { beforeEach, describe, expect, test, vi } from 'vitest';
import { productOf } from '../catalog.ts';
import { expectProblem } from '../shop/problems.ts';
import { subjectOf } from '../shop/templates.ts';
import { openAnnouncingShop } from './announcing.ts';

vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T18:00:00Z') });
const { shop, announcementMails, announce, begin, buyAs, guides, preview, progress, publish } =
  await openAnnouncingShop();
const { runSchedule } = shop;
beforeEach(shop.empty);

const sealedPreviewOf = async (edition: string): Promise<string> =>
  (await (await preview(edition)).json()).preview;

const newestMail = async () => (await shop.inbox())[0];

describe('a preview', () => {
  test('sends the owner an email that is marked as a preview', async () => {
    await preview(await publish());
    const announcement = subjectOf('new-edition', productOf('guide-1').name);
    expect(await newestMail()).toMatchObject({
      to: 'owner@shop.example',
      subject: `[Preview] ${announcement}`,
    });
  });

  test('shows the owner the address that previews go to', async () => {
    expect((await guides()).preview_to).toBe('owner@shop.example');
  });

  test('sends no preview to buyers and begins no announcement', async () => {
    await buyAs('one');
    await preview(await publish());
    await runSchedule();
    expect(await announcementMails()).toEqual([]);
    expect(await progress()).toBeNull();
  });

  test('includes the owner’s text, escaped in the HTML part', async () => {
    await preview(await publish(), { changes: 'Two <new> jars.' });
    const mail = await newestMail();
    expect(mail?.text).toContain('Two <new> jars.');
    expect(mail?.html).toContain('Two &lt;new&gt; jars.</p>');
  });

  test('preserves line breaks but merges consecutive empty lines into one', async () => {
    const changes = '\n New: \r\n- two  jars\n\n\n\n- a chart\n';
    await preview(await publish(), { changes });
    const mail = await newestMail();
    expect(mail?.text).toContain('New:\n- two jars\n\n- a chart');
    expect(mail?.html).toContain('New:<br />- two jars<br /><br />- a chart</p>');
  });

  test('accepts an announcement of 500 characters', async () => {
    const response = await preview(await publish(), { changes: 'x'.repeat(500) });
    expect(response.status).toBe(200);
  });

  test('rejects an announcement of 501 characters', async () => {
    const response = await preview(await publish(), { changes: 'x'.repeat(501) });
    await expectProblem(response, 400, 'invalid_request');
  });

  test('rejects a preview of an edition that is no longer current', async () => {
    const earlier = await publish();
    await publish();
    await expectProblem(await preview(earlier), 404, 'edition_not_found');
  });
});

describe('an announcement', () => {
  test('sends an announcement with the text and line breaks of its preview', async () => {
    await buyAs('one');
    await announce(await publish(), { changes: 'New:\n- two jars' });
    await runSchedule();
    const [mail] = await announcementMails();
    expect(mail?.text).toContain('New:\n- two jars');
    expect(mail?.html).toContain('New:<br />- two jars');
  });

  test('does not start an announcement without a preview', async () => {
    await publish();
    await expectProblem(await begin(''), 400, 'invalid_request');
    expect(await progress()).toBeNull();
  });

  test('does not start an announcement with a forged preview', async () => {
    const sealedPreview = await sealedPreviewOf(await publish());
    const otherLetter = sealedPreview.startsWith('A') ? 'B' : 'A';
    const forged = `${otherLetter}${sealedPreview.slice(1)}`;
    await expectProblem(await begin(forged), 400, 'invalid_request');
    expect(await progress()).toBeNull();
  });

  test('does not start an announcement with a preview of another guide', async () => {
    const sealedPreview = await sealedPreviewOf(await publish());
    await expectProblem(await begin(sealedPreview, 'guide-2'), 400, 'invalid_request');
  });

  test('does not start an announcement with a preview of an earlier edition', async () => {
    const sealedPreview = await sealedPreviewOf(await publish());
    await publish();
    await expectProblem(await begin(sealedPreview), 404, 'edition_not_found');
    expect(await progress()).toBeNull();
  });
});
