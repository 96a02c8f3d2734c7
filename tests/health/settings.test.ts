import { expect, test } from 'vitest';
import { settingsChecks } from '../../netlify/admin/health/settings.ts';
import { type Place, placeOf } from '../../netlify/admin/health/settings-table.ts';

const KEY = 'STRIPE_SECRET_KEY';
const about = (name: string, given: Readonly<Record<string, string>>, place: Place) =>
  settingsChecks(given, place)
    .filter((check) => check.about === name)
    .map(({ state, says }) => `${state}: ${says}`);

test.each<[string, Place, string | null]>([
  ['sk_live_1', 'live', null],
  ['rk_live_1', 'live', null],
  ['sk_test_1', 'live', 'fault: It is a test key in the live shop: guides go for no money.'],
  ['rk_test_1', 'live', 'fault: It is a test key in the live shop: guides go for no money.'],
  ['sk_live_1', 'preview', 'fault: It is a live key in a preview: whoever tries it out pays.'],
  ['rk_live_1', 'preview', 'fault: It is a live key in a preview: whoever tries it out pays.'],
  [
    'sk_live_1',
    'local',
    'fault: It is a live key in a shop on this machine: whoever tries it out pays.',
  ],
  ['sk_test_1', 'preview', null],
  ['sk_test_1', 'local', null],
  ['pk_live_1', 'live', 'fault: It is no secret key: those begin with sk_ or rk_.'],
])('the key %s of a shop that is %s: %s', (key, place, says) => {
  expect(about(KEY, { [KEY]: key }, place)).toEqual(says === null ? [] : [says]);
});

test.each([
  ['https://shop.example', 'live'],
  ['https://deploy-preview-7--shop.netlify.app', 'preview'],
  ['https://shop.netlify.app', 'live'],
  ['http://localhost:8888', 'local'],
  ['http://127.0.0.1:8888', 'local'],
  ['no address', 'local'],
])('%s is %s', (siteUrl, place) => {
  expect(placeOf(siteUrl)).toBe(place);
});
