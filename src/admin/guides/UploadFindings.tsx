import type { FindingLine } from './findings.ts';

/** What was found in the file, each with what it means for buyers. */
export function UploadFindings({ lines }: { lines: readonly FindingLine[] }) {
  return (
    <dl className="grid content-start gap-x-8 gap-y-4 text-small md:grid-cols-2">
      {lines.map(({ label, value, meaning, isAmiss }) => (
        <div key={label} data-amiss={isAmiss}>
          <dt className="text-quiet">{label}</dt>
          <dd className="font-semibold wrap-anywhere">
            {value}
            {isAmiss && <span className="look-at">worth a look</span>}
          </dd>
          <dd className="text-quiet">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
