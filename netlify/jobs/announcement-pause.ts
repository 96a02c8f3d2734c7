import { DAY_IN_SECONDS, now } from '../platform/clock.ts';
import { callRedis, redisKey } from '../platform/redis.ts';

const pausedUntilKey = (): string => redisKey('bulk-paused');

/** Pauses all announcements until the next day (UTC), when Resend's daily quota resets. */
export const pauseAnnouncements = async (): Promise<void> => {
  const at = now();
  const nextDay = at - (at % DAY_IN_SECONDS) + DAY_IN_SECONDS;
  await callRedis((pipeline) => pipeline.set(pausedUntilKey(), nextDay));
};

/** Unix time in seconds; null if announcements are not paused. */
export const announcementsPausedUntil = async (): Promise<number | null> => {
  const until = await callRedis<string | null>((pipeline) => pipeline.get(pausedUntilKey()));
  return Number(until) > now() ? Number(until) : null;
};
