import type { CurrentEdition } from '../../contract/guide-files.ts';
import { fileSize } from './format-bytes.ts';
import { localTime, utcTime } from '../time.ts';
import { useNow } from '../use-now.ts';

/** What is known of the file that buyers get. */
export function ShelfFacts({ current }: { current: CurrentEdition }) {
  const now = useNow();
  if (current.isSample) {
    return (
      <p className="mt-2 text-small">
        {fileSize(current.size)}. The shop printed it for trying things out: it is not your guide.
      </p>
    );
  }
  const since = current.since ?? current.uploadedAt;
  return (
    <p className="mt-2 text-small">
      {current.pages} {current.pages === 1 ? 'page' : 'pages'}, {fileSize(current.size)}, since{' '}
      <time dateTime={since} title={utcTime(since)}>
        {localTime(since, now)}
      </time>
      , uploaded as <span className="wrap-anywhere">{current.uploadedAs}</span>
    </p>
  );
}
