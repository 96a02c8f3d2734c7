import { useEffect, useRef, useState } from 'react';
import type { Pixels } from './upload-state.ts';

type Props = { page: Promise<Pixels | null>; fileName: string };

function paint(canvas: HTMLCanvasElement, { width, height, data }: Pixels): void {
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.putImageData(new ImageData(data, width, height), 0, 0);
}

/** The first page of one file. Its place is kept until it is drawn, and says so where it cannot be. */
export function PagePreview({ page, fileName }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [step, setStep] = useState<'drawing' | 'drawn' | 'none'>('drawing');
  useEffect(() => {
    const draw = async () => {
      const pixels = await page;
      if (pixels && canvas.current) paint(canvas.current, pixels);
      setStep(pixels ? 'drawn' : 'none');
    };
    void draw();
  }, [page]);
  return (
    <figure className="preview" data-preview={step}>
      <canvas ref={canvas} hidden={step !== 'drawn'} />
      {step === 'drawing' && <p>Drawing the first page...</p>}
      {step === 'none' && <p>The first page cannot be shown here. The upload does not need it.</p>}
      {step === 'drawn' && (
        <figcaption className="sr-only">The first page of {fileName}</figcaption>
      )}
    </figure>
  );
}
