import type { Finding } from './finding.ts';
import type { Source } from './source.ts';

/** A heading as large as the page's own. */
export function largeHeadings({ body, bodyLine }: Source): Finding[] {
  return body.split('\n').flatMap((text, index) => {
    if (!/^ {0,3}# /.test(text)) return [];
    const says =
      'In the text below the fields: a heading begins with ##, since # is the page’s own.';
    return [{ line: bodyLine + index, says, fixed: text.replace('#', '##') }];
  });
}
