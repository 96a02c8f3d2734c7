/**
 * RFC 6266. Nothing needs escaping, because the catalog's schema allows only letters, digits, dots
 * and hyphens in a file name.
 */
export const contentDisposition = (
  fileName: string,
  type: 'attachment' | 'inline' = 'attachment',
): string => `${type}; filename="${fileName}"; filename*=UTF-8''${fileName}`;
