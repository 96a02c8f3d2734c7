export type Message = {
  readonly to: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The idempotency key: Resend sends only one message with it. At most 256 characters. */
  readonly key: string;
};

/** Returned instead of a message, with a reason for the job's outcome. */
export type NoEmail = { readonly noEmailBecause: string };
