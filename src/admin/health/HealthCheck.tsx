import type { Check } from '../../contract/health.ts';
import { Mark } from '../Mark.tsx';
import { Time } from '../Time.tsx';

/** The shape is there so that no state rests on its color alone. */
const STATES: Readonly<
  Record<Check['state'], readonly [word: string, tone: string, shape: string]>
> = {
  ok: ['OK', 'text-leaf-deep', 'M3 8.5 6.5 12 13 4.5'],
  warning: ['Worth a look', 'text-moss-deep', 'M8 2 14.5 13.5H1.5ZM8 6.5V9.5M8 11.5V11.7'],
  fault: ['Needs fixing', 'text-alert', 'M4 4 12 12M12 4 4 12'],
};

/** One thing that was looked at, with what to do about it. */
export function HealthCheck({ check }: { check: Check }) {
  const { about, state, says, next, ms, moments } = check;
  const [word, tone, shape] = STATES[state];
  return (
    <li
      className="grid gap-x-8 gap-y-1 border-b border-rule py-4 md:grid-cols-[17rem_1fr]"
      data-state={state}
    >
      <div>
        <h2 className="font-sans text-body font-semibold">{about}</h2>
        <p className={`flex items-center gap-2 text-small ${tone}`}>
          <Mark shape={shape} />
          {state === 'ok' && ms !== null ? `${word}, responded in ${ms} ms` : word}
        </p>
      </div>
      <div className="max-w-prose min-w-0 [overflow-wrap:anywhere]">
        <p>{says}</p>
        {next !== null && (
          <p className="mt-1 border-l-4 border-rule pl-3.5">
            <WithLinks text={next} />
          </p>
        )}
        {moments.length > 0 && (
          <ul className="mt-1.5 grid gap-1.5 text-small text-quiet">
            {moments.map((moment) => (
              <li key={`${moment.at} ${moment.says}`}>
                <Time at={moment.at} />: {moment.says}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

/** Words and the addresses among them, in turn. */
const splitAddresses = (text: string): string[] =>
  text.split(/(https:\/\/[\w./-]*[\w/]|\/admin-\w+)/);

function WithLinks({ text }: { text: string }) {
  return splitAddresses(text).map((part, at) =>
    at % 2 === 1 ? (
      <a key={part} className="link" href={part}>
        {part.replace('https://', '')}
      </a>
    ) : (
      part
    ),
  );
}
