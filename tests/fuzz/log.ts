/** What is written to the console meanwhile, in place of the console. */
export const listen = () => {
  const lines: string[] = [];
  const { log, error, warn } = console;
  const note = (...words: unknown[]): void => void lines.push(words.map(String).join(' '));
  Object.assign(console, { log: note, error: note, warn: note });
  return {
    take: (): string[] => lines.splice(0),
    stop: (): void => void Object.assign(console, { log, error, warn }),
  };
};
