/**
 * Whether the shop sends email and may therefore promise it. `sendsMail` in
 * netlify/platform/mail-policy.ts checks the same variables. They are not read from
 * `import.meta.env`, which would publish the API key. This is a function because `npm run dev` sets
 * both variables after the site has started to load.
 */
export const hasMail = (): boolean =>
  ['MAIL_API_KEY', 'MAIL_FROM'].every((name) => process.env[name]?.trim());
