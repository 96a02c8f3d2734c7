type Service = 'payments' | 'orders' | 'guides' | 'mail';

/**
 * A service failed. Clients throw this instead of the vendor's error, whose message may quote the
 * request. `reason` is short and safe to log, such as a status.
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

const errorName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

export const orUnavailable = async <T>(
  service: Service,
  call: Promise<T>,
  reasonOf: (error: unknown) => string = errorName,
): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    throw new Unavailable(service, reasonOf(error));
  }
};
