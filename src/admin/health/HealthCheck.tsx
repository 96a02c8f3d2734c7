import type { Check } from '../../contract/health.ts';
import { CHECK, CROSS, Mark, WARNING } from '../Mark.tsx';
import { Time } from '../Time.tsx';

/** Each state has its own shape, so that none depends on color alone. */
const STATES: Readonly<
  Record<Check['state'], readonly [word: string, tone: string, shape: string]>
> = {
  ok: ['OK', 'text-leaf-deep', CHECK],
  warning: ['Worth a look', 'text-moss-deep', WARNING],
  fault: ['Needs fixing', 'text-alert', CROSS],
};

/** The result of one check, with what to do about it. */
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

/** Splits text at the addresses in it. Odd indexes hold the addresses. */
const splitAddresses = (text: string): string[] =>
  text.split(/(https:\/\/[\w./-]*[\w/]|\/admin-\w+)/);

function WithLinks({ text }: { text: string }) {
  return splitAddresses(text).map((part, index) =>
    index % 2 === 1 ? (
      <a key={part} className="link" href={part}>
        {part.replace('https://', '')}
      </a>
    ) : (
      part
    ),
  );
}
