const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address is this machine's, by its `hostname`. */
export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.has(hostname);
