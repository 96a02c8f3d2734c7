import { expect, test } from 'vitest';
import { tonightLines } from '../../src/content/tonight.ts';

const guide = (number: number, ages: string) => ({
  product: `guide-${number}`,
  ages,
  learn: [{ title: 'The first', scene: '' }].concat({ title: `Lesson of ${number}`, scene: '' }),
  preview: [{ lesson: 2, read: '', together: 'Count.', script: [] }],
  tonight: { lesson: 2, ready: 'a jar' },
});
const product = (id: string, product_type: string, is_active = true) => ({
  id,
  product_type,
  is_active,
});

test('a guide’s line has its lesson and what to have ready, the bundle’s all that are on sale', () => {
  const guides = [guide(1, '6–10'), guide(2, '11–14'), guide(3, '15–18')];
  const lines = tonightLines(guides, [
    product('guide-1', 'young'),
    product('guide-2', 'old'),
    product('guide-3', 'gone', false),
    product('planner', 'planner'),
    product('bundle', 'bundle'),
  ]);
  expect(lines).toEqual({
    young: 'Tonight: Lesson of 1. Have ready: a jar.',
    old: 'Tonight: Lesson of 2. Have ready: a jar.',
    // Who bought it before it went off sale may still be sent a receipt.
    gone: 'Tonight: Lesson of 3. Have ready: a jar.',
    planner: '',
    bundle:
      'Tonight: “Lesson of 1” (ages 6–10) or “Lesson of 2” (ages 11–14). Each takes ten minutes.',
  });
});
