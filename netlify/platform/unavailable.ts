type Service = 'payments' | 'orders' | 'guides' | 'mail';

/**
 * A service failed. Clients throw it in place of the vendor's error, whose message may quote what was sent. `reason` is
 * safe to log: a status or a name.
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

/** The service's answer. Throws `Unavailable` in place of its errors. */
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
