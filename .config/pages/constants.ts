import type { Declaration, SelectorComponent, TokenOrValue, Variable } from 'lightningcss';
import { rewriteCss } from './rewrite-css.ts';

type Value = readonly TokenOrValue[];

/** Undefined for a custom property that varies, null for one that begins with no value. */
type Values = ReadonlyMap<string, Value | null | undefined>;

const isRoot = (part: SelectorComponent): boolean =>
  part.type === 'pseudo-class' && part.kind === 'root';

const isInitial = ([only]: Value): boolean =>
  only?.type === 'token' && only.value.type === 'ident' && only.value.value === 'initial';

/** A custom property does not vary that is set once, at the root, or only by Tailwind for all elements, to begin with. */
const valuesIn = (css: string): Values => {
  const values = new Map<string, Value | null | undefined>();
  const first = new Map<string, Value>();
  const registered = new Set<string>();
  const read = ({ property, value }: Declaration, parts: readonly SelectorComponent[]): void => {
    if (property !== 'custom') return;
    const { name } = value;
    if (parts.some(({ type }) => type === 'universal')) first.set(name, value.value);
    else values.set(name, values.has(name) || !parts.some(isRoot) ? undefined : value.value);
  };
  rewriteCss(css, {
    visitor: {
      Rule: {
        property: ({ value }) => void registered.add(value.name),
        style: ({ value: { selectors, declarations } }) => {
          const parts = selectors.flat();
          for (const one of declarations?.declarations ?? []) read(one, parts);
          for (const one of declarations?.importantDeclarations ?? []) read(one, parts);
        },
      },
    },
  });
  for (const [name, value] of first) {
    const isSet = values.has(name);
    values.set(name, isSet ? undefined : isInitial(value) ? null : value);
  }
  for (const name of registered) if (!first.has(name)) values.set(name, undefined);
  return values;
};

/** lightningcss 1.32.0 gives null for what is left out, and does not take it back. */
const withoutNulls = (value: Value): TokenOrValue[] =>
  JSON.parse(JSON.stringify(value, (_, part) => part ?? undefined));

/** Writes the value of each custom property that cannot vary, and that no script wants, where it is read. */
export const writeConstants = (css: string, isWanted: (name: string) => boolean): string => {
  const values = valuesIn(css);
  const valueOf = ({ name: { ident }, fallback }: Variable): Value | undefined => {
    const varies = values.has(ident) && values.get(ident) === undefined;
    if (varies || isWanted(ident)) return undefined;
    return (values.get(ident) ?? fallback)?.flatMap(resolve);
  };
  const resolve = (part: TokenOrValue): Value =>
    part.type === 'var' ? (valueOf(part.value) ?? [part]) : [part];
  return rewriteCss(css, {
    visitor: {
      Variable: (variable) => {
        const value = valueOf(variable);
        return value && withoutNulls(value);
      },
    },
  });
};
