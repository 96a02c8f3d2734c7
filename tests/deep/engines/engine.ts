/** A browser of some engine, started anew, with one tab. Sizes are CSS pixels. */
export type Engine = {
  readonly resize: (width: number, height: number) => Promise<unknown>;
  readonly open: (url: string) => Promise<unknown>;
  /** What an expression comes to in the tab, as JSON has it. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** What a mouse or a keyboard does, as WebDriver and WebDriver BiDi both have it (w3.org/TR/webdriver2, "Actions"). */
  readonly act: (device: 'pointer' | 'key', actions: readonly object[]) => Promise<unknown>;
  /** The folder that files are saved in. */
  readonly downloads: string;
  /** What the pages' consoles have said is wrong, where the engine tells. */
  readonly errors: readonly string[];
  readonly stop: () => Promise<void>;
};

/** The text as JSON, from an expression's value: for `evaluate`. */
export const asJson = (expression: string): string => `JSON.stringify(${expression})`;

export const fromJson = (text: unknown): unknown =>
  typeof text === 'string' ? JSON.parse(text) : undefined;
