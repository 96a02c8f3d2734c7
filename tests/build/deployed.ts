export const ORIGIN = 'https://money-smart.example';

/** Every secret of the server, by a value that could come from nowhere else. */
export const SECRETS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'UPSTASH_REDIS_REST_URL',
    'UPSTASH_REDIS_REST_TOKEN',
    'SIGNING_SECRET',
    'ADMIN_PASSWORD',
    'MAIL_API_KEY',
  ].map((name) => [name, `https://leaked-${name.toLowerCase()}-${'7f3a'.repeat(8)}.example`]),
);
