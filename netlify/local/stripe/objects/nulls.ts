type Keys<Text extends string> = Text extends `${infer Key} ${infer Rest}`
  ? Key | Keys<Rest>
  : Text;

/** An object in which each of these keys is null: nulls('a b') gives { a: null, b: null }. */
export const nulls = <const Text extends string>(keys: Text) =>
  Object.fromEntries(keys.split(' ').map((key) => [key, null])) as Record<Keys<Text>, null>;
