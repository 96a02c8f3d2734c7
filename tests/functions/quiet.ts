/** What is sent behind an answer has arrived. */
export const quiet = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 50));
