import { afterEach, expect, test, vi } from 'vitest';
import { orderReference } from '../../src/contract/order-number.ts';
import {
  currentSessionId,
  downloadPath,
  hideSessionId,
  readSessionId,
} from '../../src/purchase/session-id.ts';

test.each([
  ['?session_id=cs_test_123&x=1', 'cs_test_123'],
  ['', null],
  ['?session_id=', null],
  ['?session_id=%3Cscript%3E', null],
  ['?session_id=cs_123', null],
  ['?session_id=cs_test_', null],
  [`?session_id=cs_live_${'a'.repeat(58)}`, `cs_live_${'a'.repeat(58)}`],
  [`?session_id=cs_live_${'a'.repeat(59)}`, null],
])('the query %s names the session %s', (query, session) => {
  expect(readSessionId(query)).toBe(session);
});

test('the order reference is the last 8 characters', () => {
  expect(orderReference('cs_test_a1b2c3d4e5f6')).toBe('c3d4e5f6');
});

test('the way to the download carries the id escaped', () => {
  expect(downloadPath('a&b')).toBe('/guide-download?session_id=a%26b');
});

const openAt = (search: string, state: unknown = null) => {
  const history = {
    state,
    replaceState: (next: unknown, _title: string, address: string) => {
      history.state = next;
      window.location.search = new URL(address, 'https://shop.example').search;
    },
  };
  const window = { location: { pathname: '/payment-success', search }, history };
  vi.stubGlobal('window', window);
  return window;
};
afterEach(() => void vi.unstubAllGlobals());

test('a session id that is hidden, even twice, leaves the address and is found all the same', () => {
  const { location } = openAt('?session_id=cs_test_1&utm_source=mail');
  hideSessionId();
  hideSessionId();
  expect([location.search, currentSessionId()]).toEqual(['', 'cs_test_1']);
});

test('the address goes before what was kept', () => {
  openAt('?session_id=cs_test_2', { sessionId: 'cs_test_1' });
  expect(currentSessionId()).toBe('cs_test_2');
});

test.each([null, 'cs_test_1', { sessionId: 7 }, { sessionId: '<script>' }])(
  'a history entry that holds %j names no session',
  (state) => {
    openAt('', state);
    expect(currentSessionId()).toBeNull();
  },
);
