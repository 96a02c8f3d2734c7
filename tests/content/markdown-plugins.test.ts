import { markdownToHtml } from 'satteri';
import { describe, expect, test } from 'vitest';
import { fixApostrophes, keepSingleTildes } from '../../src/content/markdown-plugins.ts';
import { markdownToText } from '../../src/content/markdown-to-text.ts';

/** Renders Markdown with the same options as astro.config.mjs. */
const render = (markdown: string): string => {
  const rendered = markdownToHtml(markdown, {
    features: { smartPunctuation: true },
    mdastPlugins: [keepSingleTildes, fixApostrophes],
  });
  return 'html' in rendered ? rendered.html.trim() : '';
};

describe.each([
  {
    written: '(~10 minutes) and costs (~$9)',
    html: '<p>(~10 minutes) and costs (~$9)</p>',
    text: '(~10 minutes) and costs (~$9)',
  },
  { written: '5~10 to 12~15', html: '<p>5~10 to 12~15</p>', text: '5~10 to 12~15' },
  { written: 'It was ~~nine~~.', html: '<p>It was <del>nine</del>.</p>', text: 'It was nine.' },
  { written: "rock 'n' roll", html: '<p>rock ’n’ roll</p>', text: 'rock ’n’ roll' },
])('“$written”', ({ written, html, text }) => {
  test(`renders “${written}” as ${html} on pages`, () => {
    expect(render(written)).toBe(html);
  });

  test(`renders “${written}” as “${text}” in the text part of emails`, () => {
    expect(markdownToText(written)).toBe(text);
  });
});
