import { expect, test } from 'vitest';
import { fillHtml, paragraphs } from '../../src/content/html.ts';

const facts = { brand: 'Kids & <Money>', supportEmail: 'help@shop.example' };
const LINK = '<a href="mailto:help@shop.example">help@shop.example</a>';

test('a fact is text in HTML, whatever characters it has', () => {
  expect(fillHtml('<p title="{brand}">{brand}</p>', facts)).toBe(
    '<p title="Kids &amp; &lt;Money&gt;">Kids &amp; &lt;Money&gt;</p>',
  );
});

test('a link that an editor wrote stays one link', () => {
  const written =
    '<a href="mailto:%7BsupportEmail%7D"><strong>{supportEmail}</strong></a> or {supportEmail}';
  const html = '<a href="mailto:help@shop.example"><strong>help@shop.example</strong></a>';
  expect(fillHtml(`<p>${written}</p>`, facts)).toBe(`<p>${html} or ${LINK}</p>`);
});

test('a brace that is left in HTML is refused', () => {
  expect(() => fillHtml('<p>{ brand }</p>', facts)).toThrow(
    '{ brand } is not a placeholder. Remove it, or use one of these:',
  );
});

test('plain text is escaped, in paragraphs, with the address as a link', () => {
  expect(
    paragraphs('Under <5 & <img src=x>.\n\nWrite to help@shop.example.\n', 'help@shop.example'),
  ).toBe(`<p>Under &lt;5 &amp; &lt;img src=x&gt;.</p><p>Write to ${LINK}.</p>`);
});
