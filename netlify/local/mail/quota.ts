const currentDay = (): string => new Date().toISOString().slice(0, 10);

const monthOf = (day: string): string => day.slice(0, 7);

/** Counts the emails accepted in the current day and month (UTC). */
export const createQuota = () => {
  let day = '';
  let usedToday = 0;
  let usedThisMonth = 0;

  const resetOnNewDay = (): void => {
    const today = currentDay();
    if (day === today) return;
    if (monthOf(day) !== monthOf(today)) usedThisMonth = 0;
    usedToday = 0;
    day = today;
  };

  return {
    usedToday: () => usedToday,
    usedThisMonth: () => usedThisMonth,
    isUsedUp: (perDay: number | undefined): boolean => {
      resetOnNewDay();
      return perDay !== undefined && usedToday >= perDay;
    },
    /** Emails count toward the daily total only while a daily quota is set. */
    count: (perDay: number | undefined): void => {
      usedToday = perDay === undefined ? 0 : usedToday + 1;
      usedThisMonth += 1;
    },
  };
};
