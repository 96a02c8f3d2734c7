/**
 * Whether the shop sends email, and so may promise it. It follows the same rule as `sendsMail` in
 * netlify/platform/mail-policy.ts. It doesn't use `import.meta.env`, which would publish the key.
 * It is a function because `npm run dev` sets both variables after the site has started to load.
 */
export const hasMail = (): boolean =>
  ['MAIL_API_KEY', 'MAIL_FROM'].every((name) => process.env[name]?.trim());
