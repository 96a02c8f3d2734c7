/**
 * Content-Disposition (RFC 6266). The catalog's schema allows only letters, digits, dots and
 * hyphens in a file name, so neither form of it needs escaping.
 */
export const contentDisposition = (
  fileName: string,
  type: 'attachment' | 'inline' = 'attachment',
): string => `${type}; filename="${fileName}"; filename*=UTF-8''${fileName}`;
