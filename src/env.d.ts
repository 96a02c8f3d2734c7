interface ImportMetaEnv {
  /** Where buyers write to, instead of the address in content/site.md. */
  readonly PUBLIC_SUPPORT_EMAIL?: string;
}
