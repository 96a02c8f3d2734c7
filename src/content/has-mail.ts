/**
 * Whether the shop sends mails, and so may promise them: what netlify/services.ts asks of the functions' environment,
 * asked of the build's. Not by `import.meta.env`, which would publish the key. A call, since `npm run dev` sets both
 * while the site is starting.
 */
export const hasMail = (): boolean =>
  ['MAIL_API_KEY', 'MAIL_FROM'].every((name) => process.env[name]?.trim());
