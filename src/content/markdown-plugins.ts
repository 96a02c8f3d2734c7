import { type MdastNode, defineMdastPlugin } from 'satteri';

/** Whether struck-out text has a single ~ on each side. */
export const isSingleTilde = (node: Readonly<MdastNode>, source: string): boolean =>
  !source.startsWith('~~', node.position?.start.offset);

/** In content/, a single ~ means "about", as in "(~10 minutes)". Only ~~ strikes text out. */
export const keepSingleTildes = defineMdastPlugin({
  name: 'keep-single-tildes',
  options: { position: true },
  delete(node, context) {
    if (!isSingleTilde(node, context.source)) return;
    const tilde = { type: 'text', value: '~' } as const;
    context.replaceNode(node, [tilde, ...node.children, tilde]);
  },
});

/** Smart punctuation produces "rock ‘n’ roll". Both marks should be apostrophes. */
export const withApostrophes = (text: string): string => text.replaceAll(/‘([nN])’/g, '’$1’');

export const fixApostrophes = defineMdastPlugin({
  name: 'fix-apostrophes',
  text(node, context) {
    const value = withApostrophes(node.value);
    if (value !== node.value) context.setProperty(node, 'value', value);
  },
});
