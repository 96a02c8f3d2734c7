export type Message = {
  readonly to: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The idempotency key. Resend sends only one message for each key. At most 256 characters. */
  readonly key: string;
};

export type NoEmail = { readonly noEmailBecause: string };
