/**
 * The part of the linter's plugin interface that these rules use:
 * https://oxc.rs/docs/guide/usage/linter/js-plugins
 */
type Position = { readonly line: number; readonly column: number };
type Context = {
  readonly sourceCode: { readonly lines: readonly string[] };
  readonly report: (
    problem: { readonly message: string } & (
      | { readonly node: unknown }
      | { readonly loc: { readonly start: Position; readonly end: Position } }
    ),
  ) => void;
};

/** Reports each node that an ESLint selector finds. */
const forbid = (selector: string, message: string) => ({
  create: (context: Context) => ({
    [selector]: (node: unknown) => context.report({ node, message }),
  }),
});

const MAX_COLUMNS = 100;

const ENDS_WITH_STRING = /^[^'"`]{0,40}(['"`]).*\1[,;)>]*(?: \+)?$/;
const ENDS_WITH_REGEX = /^[^/*]{0,40}\/[^/*].*\/[dgimsuvy]*[,;)]*$/;
const HAS_LONG_URL = /https?:\/\/\S{60,}/;

/** Whether the line is long because of a string, pattern or URL, which can't be wrapped. */
const isUnbreakable = (text: string): boolean =>
  ENDS_WITH_STRING.test(text) || ENDS_WITH_REGEX.test(text) || HAS_LONG_URL.test(text);

const maxColumns = {
  create: (context: Context) => ({
    Program: () => {
      for (const [index, text] of context.sourceCode.lines.entries()) {
        if (text.length <= MAX_COLUMNS || isUnbreakable(text)) continue;
        const line = index + 1;
        context.report({
          loc: { start: { line, column: MAX_COLUMNS }, end: { line, column: text.length } },
          message: `This line has ${text.length} columns. Wrap it at ${MAX_COLUMNS}.`,
        });
      }
    },
  }),
};

/** Style rules that the linter lacks. Each message suggests the plainer form. */
export default {
  meta: { name: 'readable' },
  rules: {
    'max-columns': maxColumns,
    'one-declaration': forbid(
      'VariableDeclarator[id.type="ArrayPattern"][init.type="ArrayExpression"]',
      'Declare each variable on its own line.',
    ),
    'no-fallback-pattern': forbid(
      'VariableDeclarator[id.type="ArrayPattern"][init.type="LogicalExpression"][init.right.type="ArrayExpression"]',
      'Assign the result to a variable first, and check that it exists before destructuring it.',
    ),
    'named-parameters': forbid(
      ':function > RestElement[argument.type="ArrayPattern"]',
      'Name each parameter instead of destructuring a rest parameter.',
    ),
    'no-conditional-spread': forbid(
      'ObjectExpression > SpreadElement[argument.type="LogicalExpression"]',
      'Add the property in an "if", or give it the value undefined.',
    ),
  },
};
