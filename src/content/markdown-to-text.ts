import { type MdastNode, markdownToMdast } from 'satteri';

/** As Astro's Markdown, so that the text has the same quotes, dashes and dots as the HTML. */
const FEATURES = { gfm: true, smartPunctuation: true };

const childrenOf = (node: MdastNode): readonly MdastNode[] =>
  'children' in node ? node.children : [];

const indent = (text: string, prefix: string): string => text.replaceAll(/\n(?=.)/g, `\n${prefix}`);

/** An address that is written out is not repeated. */
const linkToText = (words: string, url: string): string =>
  url === words || url === `mailto:${words}` ? words : `${words} (${url})`;

const listToText = (list: MdastNode & { type: 'list' }): string => {
  const items = childrenOf(list).map((item, index) => {
    const marker = list.ordered ? `${(list.start ?? 1) + index}. ` : '- ';
    const text = childrenOf(item)
      .map(nodeToText)
      .join(list.spread ? '\n\n' : '\n');
    return marker + indent(text, ' '.repeat(marker.length));
  });
  return items.join(list.spread ? '\n\n' : '\n');
};

function nodeToText(node: MdastNode): string {
  const texts = childrenOf(node).map(nodeToText);
  switch (node.type) {
    case 'root':
      return texts.join('\n\n');
    case 'heading':
      return texts.join('').toUpperCase();
    case 'list':
      return listToText(node);
    case 'blockquote':
      return `> ${indent(texts.join('\n\n'), '> ')}`;
    case 'link':
      return linkToText(texts.join(''), node.url);
    case 'break':
      return '\n';
    default:
      return 'value' in node ? String(node.value) : texts.join('');
  }
}

/** The text part of an email. Links become "words (address)", and headings upper case. */
export const markdownToText = (markdown: string): string =>
  nodeToText(markdownToMdast(markdown, { features: FEATURES }));
