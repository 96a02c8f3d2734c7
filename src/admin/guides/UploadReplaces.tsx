import type { GuideFiles } from '../../contract/guide-files.ts';
import { localTime } from '../time.ts';
import { useNow } from '../use-now.ts';

type Props = { product: GuideFiles | null; sha256: string };

/** What becomes of the file that buyers get now. */
export function UploadReplaces({ product, sha256 }: Props) {
  const now = useNow();
  if (product === null) return null;
  const { current } = product;
  const words = () => {
    if (current === null) return 'Buyers have no file of it yet.';
    if (current.sha256 === sha256) return 'Buyers get this very file already.';
    if (current.isSample) return 'It takes the place of the sample.';
    const since = localTime(current.since ?? current.uploadedAt, now);
    return `It takes the place of the edition of ${since}, which you can restore.`;
  };
  return <p className="mt-3 text-small text-quiet">{words()}</p>;
}
