import { useQuery } from '@tanstack/react-query';
import type { Check } from '../contract/health.ts';
import { unbroken } from '../contract/ranges.ts';
import { LoadError } from './LoadError.tsx';
import { healthQuery } from './queries.ts';

/** More findings would push the orders or the guides off the screen. */
const INITIALLY_SHOWN = 3;

/** Says what is wrong with the shop and where to fix it. Renders nothing if all is well. */
export function ShopFindings() {
  const health = useQuery(healthQuery);
  const checks = health.data && 'checks' in health.data ? health.data.checks : [];
  const faults = checks.filter(({ state }) => state === 'fault');
  const warnings = checks.filter(({ state }) => state === 'warning');
  const findings = [...faults, ...warnings];
  const more = findings.slice(INITIALLY_SHOWN);
  return (
    <>
      <LoadError what="The shop’s self-check" query={health} />
      {findings.length > 0 && (
        <section
          aria-labelledby="findings"
          className={`note mt-6 border-l-4 ${faults.length > 0 ? 'border-alert' : 'border-coin'}`}
        >
          <h2 id="findings" className="text-title">
            {faults.length > 0 ? 'Please fix' : 'Worth a look'}
          </h2>
          <FindingList findings={findings.slice(0, INITIALLY_SHOWN)} />
          {more.length > 0 && (
            <details>
              <summary className="disclosure w-fit py-2">{`Show ${more.length} more`}</summary>
              <FindingList findings={more} />
            </details>
          )}
        </section>
      )}
    </>
  );
}

const FindingList = ({ findings }: { findings: readonly Check[] }) => (
  <ul className="mt-2 wrap-anywhere">
    {findings.map(({ about, state, says, next, link }) => (
      <li key={`${about} ${says}`} className="py-1" data-state={state}>
        <span>
          <strong>{about}:</strong> {unbroken(says)}
        </span>{' '}
        {link ? <NextStep {...link} /> : <span>{next}</span>}
      </li>
    ))}
  </ul>
);

const NextStep = ({ text, href }: NonNullable<Check['link']>) => {
  const isOnThisSite = href.startsWith('/');
  return (
    <a
      className="link inline-block py-1"
      href={href}
      target={isOnThisSite ? undefined : '_blank'}
      rel={isOnThisSite ? undefined : 'noopener noreferrer'}
    >
      {unbroken(text)}
    </a>
  );
};
