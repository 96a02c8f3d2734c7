/**
 * How a browser treats an answer, and the name it saves it under (RFC 6266). Every name here is made of
 * letters, digits, dots and hyphens, as the catalogue's schema has it: so nothing is to be escaped, and the
 * exact form of RFC 8187 is the same.
 */
export const contentDisposition = (
  fileName: string,
  type: 'attachment' | 'inline' = 'attachment',
): string => `${type}; filename="${fileName}"; filename*=UTF-8''${fileName}`;
