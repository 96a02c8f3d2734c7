type Service = 'payments' | 'orders' | 'guides' | 'mail';

/**
 * A service that the shop leans on did not answer as it should. Adapters throw it in place of a
 * vendor's error, whose message may hold what was sent. `reason` is safe to log: a status or a name.
 */
export class Unavailable extends Error {
  readonly service: Service;
  readonly reason: string;

  constructor(service: Service, reason: string) {
    super(`${service} unavailable: ${reason}`);
    this.name = 'Unavailable';
    this.service = service;
    this.reason = reason;
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

/** Passes on what a service answers, and `Unavailable` in place of whatever it throws. */
export const orUnavailable = async <T>(
  service: Service,
  call: Promise<T>,
  reasonOf: (error: unknown) => string = nameOf,
): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    throw new Unavailable(service, reasonOf(error));
  }
};
