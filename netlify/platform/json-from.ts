/** null where the text is no JSON. */
export const jsonFrom = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
