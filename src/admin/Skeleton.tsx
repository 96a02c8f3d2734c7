/** Reserves the space of content that is loading, and says so. */
export function Skeleton({ words, lines }: { words: string; lines: number }) {
  return (
    <div className="mt-4">
      <output className="text-small text-quiet">{words}</output>
      <div aria-hidden="true">
        {Array.from({ length: lines }, (_, line) => (
          <div key={line} className="mt-3 h-14 rounded-control bg-leaf-tint opacity-60" />
        ))}
      </div>
    </div>
  );
}
