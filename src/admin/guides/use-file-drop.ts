import { useEffect, useEffectEvent, useState } from 'react';

const bringsFile = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

/** Takes files that are dropped anywhere: beside a small target the browser would open them instead. */
export function useFileDrop(onChoose: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const choose = useEffectEvent(onChoose);
  useEffect(() => {
    const ends = new AbortController();
    const listen = (
      type: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
      act: (event: DragEvent) => void,
    ) => window.addEventListener(type, (event) => bringsFile(event) && act(event), ends);
    const over = (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    };
    listen('dragenter', over);
    listen('dragover', over);
    // From one element to the next, what is entered is told; out of the window, nothing is.
    listen('dragleave', ({ relatedTarget }) => relatedTarget === null && setIsOver(false));
    listen('drop', (event) => {
      event.preventDefault();
      setIsOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) choose(file);
    });
    return () => ends.abort();
  }, []);
  return isOver;
}
