import type { Declaration, SelectorComponent, TokenOrValue } from 'lightningcss';
import { rewriteCss } from './rewrite-css.ts';

type Value = readonly TokenOrValue[];

const isRoot = (part: SelectorComponent): boolean =>
  part.type === 'pseudo-class' && part.kind === 'root';
const isInitial = ([only]: Value): boolean =>
  only?.type === 'token' && only.value.type === 'ident' && only.value.value === 'initial';

/**
 * The values of custom properties that are the same everywhere: set once, at the root, or only by Tailwind for all
 * elements, to begin with. Undefined for one that begins with none.
 */
const constantsIn = (css: string): ReadonlyMap<string, Value | undefined> => {
  const constants = new Map<string, Value | undefined>();
  const first = new Map<string, Value>();
  const varying = new Set<string>();
  const read = ({ property, value }: Declaration, parts: readonly SelectorComponent[]): void => {
    if (property !== 'custom') return;
    if (parts.some(({ type }) => type === 'universal')) first.set(value.name, value.value);
    else if (constants.has(value.name) || !parts.some(isRoot)) varying.add(value.name);
    else constants.set(value.name, value.value);
  };
  rewriteCss(css, {
    visitor: {
      Rule: {
        style: ({ value: { selectors, declarations } }) => {
          const parts = selectors.flat();
          for (const one of declarations?.declarations ?? []) read(one, parts);
          for (const one of declarations?.importantDeclarations ?? []) read(one, parts);
        },
      },
    },
  });
  for (const [name, value] of first) {
    if (constants.has(name)) varying.add(name);
    else constants.set(name, isInitial(value) ? undefined : value);
  }
  for (const name of varying) constants.delete(name);
  return constants;
};

/** lightningcss 1.32.0 gives null for what is left out, and does not take it back. */
const withoutNulls = (value: Value): TokenOrValue[] =>
  JSON.parse(JSON.stringify(value, (_, part) => part ?? undefined));

/** Writes the value of each custom property that cannot vary, and that no script wants, where it is read. */
export const writeConstants = (css: string, isWanted: (name: string) => boolean): string => {
  const constants = constantsIn(css);
  return rewriteCss(css, {
    visitor: {
      Variable: ({ name: { ident }, fallback }) => {
        if (!constants.has(ident) || isWanted(ident)) return undefined;
        const value = constants.get(ident) ?? fallback;
        return value ? withoutNulls(value) : undefined;
      },
    },
  });
};
