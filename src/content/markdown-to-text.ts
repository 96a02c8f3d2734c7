import { type MdastNode, markdownToMdast } from 'satteri';
import { isSingleTilde, withApostrophes } from './markdown-plugins.ts';

/** The same options as Astro's Markdown, so that quotes, dashes and ellipses match the HTML. */
const FEATURES = { gfm: true, smartPunctuation: true };

const childrenOf = (node: MdastNode): readonly MdastNode[] =>
  'children' in node ? node.children : [];

const indent = (text: string, prefix: string): string => text.replaceAll(/\n(?=.)/g, `\n${prefix}`);

/** Doesn't repeat an address that is already the text of the link. */
const linkToText = (words: string, url: string): string =>
  url === words || url === `mailto:${words}` ? words : `${words} (${url})`;

const listToText = (list: MdastNode & { type: 'list' }, source: string): string => {
  const items = childrenOf(list).map((item, index) => {
    const marker = list.ordered ? `${(list.start ?? 1) + index}. ` : '- ';
    const text = childrenOf(item)
      .map((child) => nodeToText(child, source))
      .join(list.spread ? '\n\n' : '\n');
    return marker + indent(text, ' '.repeat(marker.length));
  });
  return items.join(list.spread ? '\n\n' : '\n');
};

function nodeToText(node: MdastNode, source: string): string {
  const texts = childrenOf(node).map((child) => nodeToText(child, source));
  switch (node.type) {
    case 'root':
      return texts.join('\n\n');
    case 'heading':
      return texts.join('').toUpperCase();
    case 'list':
      return listToText(node, source);
    case 'blockquote':
      return `> ${indent(texts.join('\n\n'), '> ')}`;
    case 'link':
      return linkToText(texts.join(''), node.url);
    case 'delete':
      // A single ~ is text, as in src/content/markdown-plugins.ts.
      return isSingleTilde(node, source) ? `~${texts.join('')}~` : texts.join('');
    case 'text':
      return withApostrophes(node.value);
    case 'break':
      return '\n';
    default:
      return 'value' in node ? String(node.value) : texts.join('');
  }
}

/** Returns an email's plain-text part. Links become "text (URL)". Headings become uppercase. */
export const markdownToText = (markdown: string): string =>
  nodeToText(markdownToMdast(markdown, { features: FEATURES }), markdown);
