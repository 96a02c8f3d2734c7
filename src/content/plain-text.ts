import { type MdastNode, markdownToMdast } from 'satteri';

type Addresses = ReadonlyMap<string, string>;

/** The addresses of reference links, which stand apart from them. */
const addressesIn = (nodes: readonly MdastNode[]): Addresses =>
  new Map(
    nodes.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url]] : [])),
  );

const linkText = (words: string, address: string): string =>
  words === address ? address : `${words} (${address})`;

const item = (mark: string, text: string): string =>
  `${mark} ${text.replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length + 1)}`)}`;

const textOf = (node: MdastNode, addresses: Addresses): string => {
  const inside = 'children' in node ? node.children.map((child) => textOf(child, addresses)) : [];
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'code':
      return node.value;
    case 'break':
      return '\n';
    case 'link':
      return linkText(inside.join(''), node.url);
    case 'linkReference':
      return linkText(inside.join(''), addresses.get(node.identifier) ?? '');
    case 'heading':
      return inside.join('').toUpperCase();
    case 'list':
      return inside
        .map((text, index) => item(node.ordered ? `${(node.start ?? 1) + index}.` : '-', text))
        .join('\n');
    case 'table':
      return inside.join('\n');
    case 'tableRow':
      return inside.join(' | ');
    case 'listItem':
    case 'blockquote':
      return inside.join('\n\n');
    default:
      return inside.join('');
  }
};

/** Markdown as plain text, block by block. */
export const plainBlocks = (markdown: string): string[] => {
  const tree = markdownToMdast(markdown);
  if (tree.type !== 'root') return [];
  const addresses = addressesIn(tree.children);
  return tree.children.map((node) => textOf(node, addresses)).filter(Boolean);
};
