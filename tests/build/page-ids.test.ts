import { expect, test } from 'vitest';
import { checkProject } from '../../src/content/check/check.ts';
import { CONTENT_PAGES } from '../catalog.ts';
import { readBuiltSite } from './built-site.ts';

const site = await readBuiltSite();
const { pageIds } = await checkProject('.');

const idsOn = (path: string): string[] =>
  site
    .pageAt(path)
    .document.querySelectorAll('[id]')
    .map((element) => element.getAttributeValue('id') ?? '');

test.each(CONTENT_PAGES)('uses each id only once on %s', (path) => {
  const ids = idsOn(path);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

/**
 * Ids that exist only in some shops: the find-purchase form requires email, some sections of the
 * home page require files that an owner may remove, and only a guide for sale has a buy button.
 */
const MAY_BE_MISSING =
  /^(?:coin|sent|sent-heading|email|email-hint|email-problem|bundle|creator|trusted|voices)$|-buy$/;

test.each(CONTENT_PAGES)('has the ids on %s that the content check expects', (path) => {
  const known = [...(pageIds.get(path) ?? [])].filter((id) => !MAY_BE_MISSING.test(id));
  const built = idsOn(path).filter((id) => !MAY_BE_MISSING.test(id));
  expect(known.toSorted()).toEqual(built.toSorted());
});
