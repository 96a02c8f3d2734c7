import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { toast } from 'sonner';
import { ApiError } from '../../api/request.ts';
import type { GuideFiles } from '../../contract/guide-files.ts';
import { refuseFileName, refuseSize } from '../../contract/guide-pdf.ts';
import { OutcomeMessage } from '../OutcomeMessage.tsx';
import { guidesQuery, queryClient } from '../queries.ts';
import { fileSize } from './file-size.ts';
import { FileChanged, sendFile } from './send-file.ts';

const wrongType = () =>
  toast.error('Invalid file type', { description: 'Please upload a PDF file.' });

/** The type is empty on a machine without a PDF reader. Then only the server's check counts. */
const PDF_TYPES: ReadonlySet<string> = new Set(['', 'application/pdf']);

/** Chooses a PDF, asks once, and publishes it as the product's file. */
export function ReplaceFile({ item: { id, name, current } }: { item: GuideFiles }) {
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const upload = useMutation({
    mutationFn: (chosen: File) => sendFile(id, chosen, setSent),
    onSuccess: () => {
      toast.success('Upload successful');
      setFile(null);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'file_not_pdf') wrongType();
      else toast.error('Upload failed', { description: 'There was an error uploading the file.' });
    },
    // The file may be published although the answer was lost.
    onSettled: () => {
      input.current?.focus();
      void queryClient.invalidateQueries(guidesQuery);
    },
  });
  const refusal = file && (refuseFileName(file.name) ?? refuseSize(file.size));

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const [chosen = null] = currentTarget.files ?? [];
    // Without this, choosing the same file again would fire no event.
    currentTarget.value = '';
    if (upload.isPending) return;
    upload.reset();
    setSent(0);
    const isPdf = chosen === null || PDF_TYPES.has(chosen.type);
    setFile(isPdf ? chosen : null);
    if (!isPdf) wrongType();
  }

  return (
    <>
      <input
        ref={input}
        id={inputId}
        className="peer sr-only"
        type="file"
        accept=".pdf"
        onChange={choose}
      />
      <label
        htmlFor={inputId}
        className="button-quiet outline-offset-3 outline-leaf peer-focus-visible:outline-3"
      >
        {current ? 'Replace' : 'Upload'}
        <span className="sr-only"> the file of {name}</span>
      </label>
      {file && (
        <div className="note order-last w-full" data-upload={upload.status}>
          <p className="wrap-anywhere">{`${file.name}, ${fileSize(file.size)}`}</p>
          {upload.isPending && (
            <progress
              className="progress mt-3"
              aria-label="Upload"
              max={file.size}
              {...(sent > 0 && sent < file.size && { value: sent })}
            />
          )}
          <OutcomeMessage error={refusal?.reason ?? wordsOf(upload.error)} />
          <p className="mt-3 flex flex-wrap gap-3">
            {!refusal && (
              <button
                type="button"
                className="button"
                aria-disabled={upload.isPending}
                onClick={() => upload.isPending || upload.mutate(file)}
              >
                {upload.isPending ? 'Uploading...' : 'Publish'}
              </button>
            )}
            {!upload.isPending && (
              <button
                type="button"
                className="button-quiet"
                onClick={() => {
                  setFile(null);
                  input.current?.focus();
                }}
              >
                Cancel
              </button>
            )}
          </p>
        </div>
      )}
      <div className="order-last w-full">
        <OutcomeMessage done={upload.data ? publishedWords(upload.data.changed) : null} />
      </div>
    </>
  );
}

const wordsOf = (error: Error | null): unknown =>
  error instanceof FileChanged ? error.message : error;

const publishedWords = (changed: boolean): string =>
  changed ? 'Published. Every buyer gets it now.' : 'Buyers already had this exact file.';
