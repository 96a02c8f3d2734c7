import { useState } from 'react';

const SHORT = 12;

/** The file's SHA-256: enough of it to compare at a glance, all of it on demand. */
export function EditionHash({ sha256 }: { sha256: string }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(sha256);
      setSaid('Copied.');
    } catch {
      setSaid('This browser does not let the page copy. Mark it and copy it by hand.');
    }
  };
  return (
    <details className="text-small">
      <summary className="w-fit cursor-pointer py-2">
        SHA-256 <span className="font-mono">{sha256.slice(0, SHORT)}…</span>
      </summary>
      <p className="font-mono wrap-anywhere select-all">{sha256}</p>
      <button type="button" className="link mt-1 py-1" onClick={() => void copy()}>
        Copy
      </button>{' '}
      <output className="text-quiet">{said}</output>
    </details>
  );
}
