import { type MdastNode, markdownToMdast } from 'satteri';

const indented = (item: string): string => `- ${item.replaceAll('\n', '\n  ')}`;

const textOf = (node: MdastNode): string => {
  const inside = 'children' in node ? node.children.map(textOf) : [];
  switch (node.type) {
    case 'text':
      return node.value;
    case 'break':
      return '\n';
    case 'link':
      return inside.join('') === node.url ? node.url : `${inside.join('')} (${node.url})`;
    case 'heading':
      return inside.join('').toUpperCase();
    case 'list':
      return inside.map(indented).join('\n');
    case 'listItem':
    case 'blockquote':
      return inside.join('\n\n');
    default:
      return inside.join('');
  }
};

/** Markdown as a person would write it into a plain mail, block by block. */
export const plainBlocks = (markdown: string): string[] => {
  const tree = markdownToMdast(markdown);
  return tree.type === 'root' ? tree.children.map(textOf).filter(Boolean) : [];
};
