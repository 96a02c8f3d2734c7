import { expect, test } from 'vitest';
import { productOf } from '../catalogue.ts';
import { expectProblem } from '../shop/problems.ts';
import { openAnnouncingShop } from './announcing.ts';
import { subjectFor } from './mail-shop.ts';

/** A fifth of each limit: six emails an hour to the owner. */
const shop = await openAnnouncingShop({ ownerNews: 'none', limitFactor: 0.2 });
const { preview, publish, stateOf } = shop;

test('a preview goes to the owner alone, is marked and has the words', async () => {
  await shop.buys('one');
  const edition = await publish();
  expect((await preview(edition, { changes: 'Two <new> jars.' })).status).toBe(200);
  const [mail] = await shop.inbox();
  expect(mail).toMatchObject({
    to: 'owner@shop.example',
    subject: `[Preview] ${subjectFor('new-edition', productOf('guide-1').name)}`,
    text: expect.stringMatching(/Two <new> jars\.[^]*Order number: 0000-0000-0000/),
    html: expect.stringContaining('Two &lt;new&gt; jars.</p>'),
  });
  expect((await shop.state()).previewTo).toBe('owner@shop.example');
  expect(await shop.mails()).toEqual([]);
  expect(await stateOf(edition)).toBeUndefined();
});

test('previews are counted, by the hour', async () => {
  shop.pass(60);
  const edition = await publish();
  const statuses = [];
  for (let time = 0; time < 7; time += 1) statuses.push((await preview(edition)).status);
  expect(statuses).toEqual([...Array<number>(6).fill(200), 429]);
});

test('a preview has up to 500 characters for what is new, and no address', async () => {
  const edition = await publish();
  expect((await preview(edition, { changes: 'x'.repeat(500) })).status).toBe(200);
  for (const more of [{ changes: 'x'.repeat(501) }, { to: 'stranger@example.com' }]) {
    await expectProblem(await preview(edition, more), 400, 'invalid_request');
  }
});

test('a preview is needed before its words reach buyers', async () => {
  const edition = await publish();
  const { preview: sealed } = await (await preview(edition)).json();
  const forged = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`;
  for (const given of [forged, '', 'none']) {
    const response = await shop.press({ action: 'tell', preview: given });
    await expectProblem(response, 400, 'invalid_request');
  }
  expect(await stateOf(edition)).toBeUndefined();
});

test('a preview of an edition that buyers do not get any more leads to nothing', async () => {
  const edition = await publish();
  const tell = await shop.ready(edition);
  await publish();
  await expectProblem(await preview(edition), 404, 'edition_not_found');
  await expectProblem(await tell(), 404, 'edition_not_found');
});
