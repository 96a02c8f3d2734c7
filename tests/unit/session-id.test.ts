import { expect, test } from 'vitest';
import { downloadPath, orderReference, readSessionId } from '../../src/lib/session-id.ts';

test('the session id is read from the query', () => {
  expect(readSessionId('?session_id=cs_test_123&x=1')).toBe('cs_test_123');
});

test('a missing or empty session id is none', () => {
  expect(readSessionId('')).toBeNull();
  expect(readSessionId('?session_id=')).toBeNull();
  expect(readSessionId('?session_id=%20')).toBeNull();
});

test('the order reference is the last 8 characters', () => {
  expect(orderReference('cs_test_a1b2c3d4e5f6')).toBe('c3d4e5f6');
});

test('the way to the download carries the id escaped', () => {
  expect(downloadPath('cs_test_1')).toBe('/guide-download?session_id=cs_test_1');
  expect(downloadPath('a&b')).toBe('/guide-download?session_id=a%26b');
});

test('what cannot be a session id is none', () => {
  expect(readSessionId('?session_id=%3Cscript%3E')).toBeNull();
  expect(readSessionId('?session_id=a%20b')).toBeNull();
  expect(readSessionId(`?session_id=${'x'.repeat(256)}`)).toBeNull();
});
