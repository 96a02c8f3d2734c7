import { expect, test, vi } from 'vitest';
import { orderReference } from '../../src/contract/order-number.ts';
import { currentSessionId, downloadPath, hideSessionId } from '../../src/purchase/session-id.ts';

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

const longest = `cs_live_${'a'.repeat(58)}`;

test.each([
  ['?session_id=cs_test_123&x=1', null, 'cs_test_123'],
  [`?session_id=${longest}`, null, longest],
  [`?session_id=${longest}a`, null, null],
  ['?session_id=cs_test_123).&utm_source=mail&fbclid=x', null, 'cs_test_123'],
  ['?session_id=cs_123', null, null],
  ['?session_id=cs_test_', null, null],
  ['?session_id=', 'cs_test_1', null],
  ['', { sessionId: 'cs_test_1' }, 'cs_test_1'],
  ['?session_id=cs_test_2', { sessionId: 'cs_test_1' }, 'cs_test_2'],
  ['', { sessionId: '<script>' }, null],
])('the query %j and the history entry %j name the session %j', (query, state, session) => {
  openAt(query, state);
  expect(currentSessionId()).toBe(session);
});

test('a session id that is hidden, even twice, leaves the address and is found all the same', () => {
  const { location } = openAt('?session_id=cs_test_1&utm_source=mail');
  hideSessionId();
  hideSessionId();
  expect([location.search, currentSessionId()]).toEqual(['', 'cs_test_1']);
});

test('an order is shown by 8 characters, and the way to its download carries the id escaped', () => {
  expect(orderReference('cs_test_a1b2c3d4e5f6')).toBe('c3d4e5f6');
  expect(downloadPath('a&b')).toBe('/guide-download?session_id=a%26b');
});
