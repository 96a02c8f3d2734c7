/** null if the text is not JSON. */
export const jsonFrom = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
