interface ImportMetaEnv {
  /** Where buyers write to, instead of the address in content/site.json. */
  readonly PUBLIC_SUPPORT_EMAIL?: string;
}
