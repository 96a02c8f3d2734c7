import { createElement } from 'react';
import { expect, test } from 'vitest';
import { GuideItem } from '../../src/admin/guides/GuideItem.tsx';
import { render, withoutTags } from './render.ts';
import { guideFiles } from './sample-data.ts';

/** Renders a guide whose file is missing. `previewTo` is null if the shop sends no email. */
const missingGuide = (previewTo: string | null): string => {
  const item = guideFiles('guide-1', null);
  return withoutTags(render(createElement(GuideItem, { item, product: null, previewTo })));
};

test('says that buyers will get an email when the missing file is ready, if the shop sends email', () => {
  expect(missingGuide('owner@shop.example')).toContain(
    'Buyers see that you’re preparing it, and get an email when it’s ready.',
  );
});

test('keeps a range in the guide’s name on one line', () => {
  const item = guideFiles('guide-1', null, { name: 'Ages 6–10' });
  const html = render(createElement(GuideItem, { item, product: null, previewTo: null }));
  expect(html).toContain('<span>Ages 6\u2060–\u206010</span>');
});

test('does not mention email for a missing file if the shop sends none', () => {
  const text = missingGuide(null);
  expect(text).toContain('Buyers see that you’re preparing it.');
  expect(text).not.toContain('email');
});
