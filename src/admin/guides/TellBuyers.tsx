import { useRef, useState } from 'react';
import type { EditionNewsResponse } from '../../contract/edition-news.ts';
import type { GuideFiles } from '../../contract/guide-files.ts';
import { useKeptFocus } from '../use-kept-focus.ts';
import { isUnderWay } from './edition-news.ts';
import { NewsForm } from './NewsForm.tsx';
import { NewsProgress } from './NewsProgress.tsx';

type Props = { item: GuideFiles; label: string; told: EditionNewsResponse };

/** That buyers are told of the edition that they get: the offer, the words, and how far it is. */
export function TellBuyers({ item: { id, current }, label, told }: Props) {
  const [isWriting, setWriting] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const section = useRef<HTMLDivElement>(null);
  const edition = current && !current.isSample ? current.id : null;
  const ofEdition = told.news.find((news) => news.edition === edition);
  // One that is not finished when the next edition is there already can still be stopped.
  const news = ofEdition ?? told.news.find((one) => one.product === id && isUnderWay(one));
  const step = news ? news.state : isWriting ? 'writing' : 'offered';
  // The focus is kept for who had it here: the page begins at its own beginning.
  useKeptFocus(section, isUsed ? step : '');
  const upTo = told.upTo[id] ?? 0;
  if (!told.sendsMail || edition === null || (!news && upTo === 0)) return null;
  return (
    <div ref={section} className="mt-3 text-small" data-news={step} onFocus={() => setUsed(true)}>
      {news ? (
        <NewsProgress news={news} label={label} isEarlier={!ofEdition} />
      ) : isWriting ? (
        <NewsForm
          product={id}
          edition={edition}
          upTo={upTo}
          perDay={told.perDay}
          previewTo={told.previewTo}
          onCancel={() => setWriting(false)}
        />
      ) : (
        <button
          type="button"
          className="link py-2"
          data-next="offered"
          onClick={() => setWriting(true)}
        >
          Tell the buyers (up to {upTo.toLocaleString('en-US')})
          <span className="sr-only"> of {label}</span>
        </button>
      )}
    </div>
  );
}
