export type Service = 'payments' | 'orders' | 'guides';

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
