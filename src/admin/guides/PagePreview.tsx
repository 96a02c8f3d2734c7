import { useEffect, useRef, useState } from 'react';

type Props = { page: Promise<ImageData | null>; fileName: string };

function paint(canvas: HTMLCanvasElement, image: ImageData): void {
  Object.assign(canvas, { width: image.width, height: image.height });
  canvas.getContext('2d')?.putImageData(image, 0, 0);
}

/** The first page of a file. Its space is reserved while it is drawn, and says so if it can't be. */
export function PagePreview({ page, fileName }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [step, setStep] = useState<'drawing' | 'drawn' | 'none'>('drawing');
  useEffect(() => {
    const draw = async () => {
      const image = await page;
      if (image && canvas.current) paint(canvas.current, image);
      setStep(image ? 'drawn' : 'none');
    };
    void draw();
  }, [page]);
  const isDrawn = step === 'drawn';
  return (
    <figure
      className={`grid aspect-[1/1.414] w-44 rounded-[3px] text-center text-small text-quiet ${isDrawn ? 'place-items-start' : 'place-items-center bg-paper'}`}
      data-preview={step}
    >
      <canvas
        ref={canvas}
        className="block h-auto max-h-full max-w-full rounded-[3px] [box-shadow:var(--shadow-card)]"
        hidden={!isDrawn}
      />
      {step === 'drawing' && <p className="p-4">Drawing the first page...</p>}
      {step === 'none' && (
        <p className="p-4">We can’t show the first page here. You can still upload the file.</p>
      )}
      {isDrawn && <figcaption className="sr-only">The first page of {fileName}</figcaption>}
    </figure>
  );
}
