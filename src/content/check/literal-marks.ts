import { type MdastNode, markdownToMdast } from 'satteri';

type LiteralMark = {
  /** Finds the mark on any line of the text that a parent would read. */
  readonly found: RegExp;
  readonly message: string;
};

/** Characters that look like a plain space, but that Markdown treats as letters. */
const ODD_SPACE = '[\\u00A0\\u2007\\u202F\\u3000]';
const ADDRESS = '(?:/|#|https?:|mailto:)';

/**
 * Mistyped Markdown stays plain text and would be published exactly as typed. These are the
 * mistakes that editors make.
 */
const LITERAL_MARKS: readonly LiteralMark[] = [
  {
    found: new RegExp(`\\[[^\\][]+\\]\\s+\\(${ADDRESS}[^)]*\\)`, 'gmu'),
    message: 'a link can’t have a space between ] and (. Write it as in [refunds](/refunds).',
  },
  {
    found: new RegExp(`\\([^()]+\\)\\[${ADDRESS}?[^\\]]*\\]`, 'gmu'),
    message:
      'the brackets and parentheses of this link are swapped. Write [the words](/the-page), as in [refunds](/refunds).',
  },
  {
    found: /\]\(/gmu,
    message:
      'this link has no closing parenthesis, or its address contains a space. Write it as in [refunds](/refunds), on one line.',
  },
  {
    found: /\[\[|\]\]/gmu,
    message: 'a link needs single brackets. Write it as in [refunds](/refunds).',
  },
  {
    found: /\]\[/gmu,
    message:
      'nothing says where this link leads. Write its address right after its text, as in [refunds](/refunds).',
  },
  {
    found: /\*\*|(?<![\p{L}\p{N}])__(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])__(?![\p{L}\p{N}_])/gmu,
    message:
      'bold text needs two stars on each side and no space inside them, as in **bold**. Write \\* for a star itself.',
  },
  {
    found: /(?<![\p{L}\p{N}*])\*(?=[\p{L}\p{N}])|(?<=\p{L})\*(?![\p{L}\p{N}*])/gmu,
    message:
      'emphasis needs a star on each side and no space inside them, as in *really*. Write \\* for a star itself.',
  },
  {
    found: /(?<![\p{L}\p{N}_])_(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])_(?![\p{L}\p{N}_])/gmu,
    message:
      'emphasis needs an underscore on each side and no space inside them, as in _really_. Write \\_ for an underscore itself.',
  },
  {
    found: /`/gmu,
    message: 'code needs a ` on each side, as in `SPRING`. Write \\` for the character itself.',
  },
  {
    found: /~~/gmu,
    message:
      'struck-out text needs ~~ on each side and no space inside them, as in ~~gone~~. Write \\~ for the character itself.',
  },
  {
    found: new RegExp(`^\\s*#{2,6}(?:${ODD_SPACE}|[^\\s#])|^\\s*#(?:${ODD_SPACE}|\\p{L})`, 'gmu'),
    message:
      'the # of a heading needs a plain space after it, as in "## What you buy". Write \\# for the character itself.',
  },
  {
    found: new RegExp(`^\\s*[-+*](?:${ODD_SPACE}|(?<=-)\\p{L})`, 'gmu'),
    message: 'the - of a list needs a plain space after it, as in "- one jar".',
  },
  {
    found: new RegExp(`^\\s*\\d+[.)](?:${ODD_SPACE}|\\p{L})`, 'gmu'),
    message: 'the number of a list needs a plain space after it, as in "1. Take three jars".',
  },
  {
    found: new RegExp(`^${ODD_SPACE}+(?:[-+*>#]|\\d+[.)])`, 'gmu'),
    message: 'this line starts with a no-break space. Delete it, and use plain spaces.',
  },
  {
    found: /^\s*[•‣◦▪●○](?:\s|$)|^\s*·\s/gmu,
    message:
      'begin each line of a list with a hyphen and a space, as in "- one jar", not with a bullet.',
  },
  {
    found: /^\s*\|.*\|\s*$/gmu,
    message:
      'a table needs a line of hyphens below its first line, as in |---|---|, with the same number of columns.',
  },
  {
    found: /^\s*:::/gmu,
    message: 'boxes with ::: don’t work here. Write a paragraph, or a quote that starts with >.',
  },
  {
    found: /^\s*\[!\w+\]/gmu,
    message:
      'notes such as [!NOTE] don’t work here. Write a quote that starts with > and the words.',
  },
  {
    found: /^\s*:\s+\S/gmu,
    message: 'definition lists don’t work here. Write a list: "- **Word**: what it means".',
  },
  {
    found: /==\S[^=]*==/gmu,
    message: 'highlighting with == doesn’t work here. Write **bold**.',
  },
  {
    found: /\$\$/gmu,
    message: 'formulas with $$ don’t work here. Write the numbers as text.',
  },
  {
    found: /\^[^\s^]+\^/gmu,
    message: 'superscript with ^ doesn’t work here. Write the character itself, such as ² or ½.',
  },
  {
    found: /(?<![\p{L}\p{N}:]):[a-z][a-z0-9_+-]+:(?![\p{L}\p{N}:])/gmu,
    message: 'names of emoji such as :smile: don’t work here. Write the word.',
  },
  {
    found: /\[TOC\]|\[\[toc\]\]/gimu,
    message: 'a table of contents doesn’t work here. Remove this line.',
  },
];

/** Kinds of Markdown that the shop's pages don't render well, and what to write instead. */
const UNRENDERED: Partial<Record<MdastNode['type'], string>> = {
  footnoteReference: 'footnotes don’t work here. Put the note in parentheses.',
  footnoteDefinition: 'footnotes don’t work here. Put the note in parentheses.',
};

const TASK =
  'checkboxes don’t work here. Begin each line of a list with only a hyphen and a space, as in "- one jar".';

/** Masks escapes and entities, which stand for plain characters. All positions stay the same. */
const hideEscapes = (markdown: string): string =>
  markdown.replaceAll(/\\[!-/:-@[-`{-~]|&(?:[a-z]+\d*|#\d+|#x[\da-f]+);/gi, (escape) =>
    '\uE000'.repeat(escape.length),
  );

type Found = {
  /** 0 for the first line of the text. */
  readonly line: number;
  readonly message: string;
};

/** Yields at most one mark per line, because one mistake can look like several. */
function* findInText(text: string, firstLine: number): Iterable<Found> {
  const lines = new Set<number>();
  for (const { found, message } of LITERAL_MARKS) {
    for (const { index } of text.matchAll(found)) {
      const line = firstLine + text.slice(0, index).split('\n').length - 1;
      if (lines.has(line)) continue;
      lines.add(line);
      yield { line, message };
    }
  }
}

/** Stands for any node that precedes text on the same line, such as a link. */
const PRECEDING_NODE = '\uE000';

/** In these nodes, only the first child begins a line. */
const WITH_TEXT: ReadonlySet<MdastNode['type']> = new Set([
  'paragraph',
  'heading',
  'tableCell',
  'strong',
  'emphasis',
  'delete',
  'link',
]);

function* findInNode(node: MdastNode, beginsLine = true): Iterable<Found> {
  const line = (node.position?.start.line ?? 1) - 1;
  const unrendered = UNRENDERED[node.type];
  if (unrendered !== undefined) {
    yield { line, message: unrendered };
    return;
  }
  if (node.type === 'listItem' && typeof node.checked === 'boolean') yield { line, message: TASK };
  if (node.type === 'text') {
    yield* findInText((beginsLine ? '' : PRECEDING_NODE) + node.value, line);
  }
  if (!('children' in node)) return;
  for (const [index, child] of node.children.entries()) {
    const isFirst = index === 0 || !WITH_TEXT.has(node.type);
    yield* findInNode(child, beginsLine && isFirst);
  }
}

/** Finds Markdown that would be published exactly as typed, or that the shop does not render. */
export const findLiteralMarks = (markdown: string): Iterable<Found> =>
  findInNode(markdownToMdast(hideEscapes(markdown)));
