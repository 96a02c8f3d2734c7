/** The processor's time of this process so far, in microseconds: what others do does not count. */
export const cpuTime = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
