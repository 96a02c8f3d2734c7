import { expect, test } from 'vitest';
import { balanceOf } from '../../netlify/guides/stamp/balance.ts';

test.each([
  ['q 1 0 0 1 0 0 cm Q', [0, 0, 0, 0]],
  ['q Q Q q q Q', [1, 1, 0, 0]],
  ['q[1]q/q q<<q>>Q', [0, 3, 0, 0]],
  ['(q) Tj (a \\) q (b) Q) Tj <71> Tj /q gs', [0, 0, 0, 0]],
  ['% q q\rq % Q\nq\0q\fq', [0, 4, 0, 0]],
  ['qq QQ q1 "', [0, 0, 0, 0]],
  ['BT (x) Tj', [0, 0, 1, 0]],
  ['/P << /MCID 0 >> BDC /Span BMC EMC', [0, 0, 0, 1]],
  ['q BI /W 1 ID Q EI Q', [0, 0, 0, 0]],
  ['BI ID Q EI\x01 Q Q EI q', [0, 1, 0, 0]],
  ['(never ends q', [0, 0, 0, 0]],
  // Read in a time that grows with its length, and no faster.
  [`${'q ('.repeat(50_000)}${'BI ID '.repeat(50_000)}`, [0, 1, 0, 0]],
  ['BI ID '.repeat(100_000), [0, 0, 0, 0]],
])('the operators of %j are counted', (content, [missing, open, openTexts, openMarks]) => {
  expect(balanceOf(content)).toEqual({ missing, open, openTexts, openMarks });
});
