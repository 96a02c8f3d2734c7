import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { toast } from 'sonner';
import { ApiError } from '../../api/request.ts';
import type { GuideFiles, GuidePromise, PublishResponse } from '../../contract/guide-files.ts';
import { refuseFileName, refuseSize } from '../../contract/guide-pdf.ts';
import { OutcomeMessage } from '../OutcomeMessage.tsx';
import { guidesQuery, healthQuery, queryClient } from '../queries.ts';
import { ChosenFile } from './ChosenFile.tsx';
import { DifferenceQuestion } from './DifferenceQuestion.tsx';
import { readPdf } from './read-pdf.ts';
import { FileChanged, FileDiffers, sendFile } from './send-file.ts';

function showWrongType(): void {
  toast.error('Invalid file type', { description: 'Please upload a PDF file.' });
}

/** On a computer without a PDF reader, the type is empty, so only the server checks the file. */
const PDF_TYPES: ReadonlySet<string> = new Set(['', 'application/pdf']);

type Props = {
  item: GuideFiles;
  /** null if the shop's pages say nothing about the file. */
  promise: GuidePromise | null;
};

export function ReplaceFile({ item: { id, name, current }, promise }: Props) {
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [sentBytes, setSentBytes] = useState(0);
  const reading = useMutation({ mutationFn: readPdf });
  const upload = useMutation({
    mutationFn: (publish: () => Promise<PublishResponse | null>) => publish(),
    onSuccess: () => {
      toast.success('Upload successful');
      setFile(null);
    },
    onError: (error) => {
      if (error instanceof FileDiffers) return;
      if (error instanceof ApiError && error.code === 'file_not_pdf') showWrongType();
      else toast.error('Upload failed', { description: 'There was an error uploading the file.' });
    },
    // The file may have been published even if the response was lost.
    onSettled: async () => {
      input.current?.focus();
      void queryClient.invalidateQueries(healthQuery);
      // Until the list is fetched again, an announcement would be about the previous edition.
      await queryClient.invalidateQueries(guidesQuery);
    },
  });
  const isSending = upload.isPending;
  useEffect(() => {
    if (!isSending) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isSending]);
  const difference = upload.error instanceof FileDiffers ? upload.error : null;
  const isPartlySent = file !== null && sentBytes > 0 && sentBytes < file.size;
  const refusal = file && (refuseFileName(file.name) ?? refuseSize(file.size));

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const chosen = currentTarget.files?.[0] ?? null;
    // Otherwise, choosing the same file again fires no event.
    currentTarget.value = '';
    if (upload.isPending) return;
    upload.reset();
    reading.reset();
    setSentBytes(0);
    const isPdf = chosen === null || PDF_TYPES.has(chosen.type);
    setFile(isPdf ? chosen : null);
    if (isPdf && chosen && !refuseSize(chosen.size)) reading.mutate(chosen);
    if (!isPdf) showWrongType();
  }

  function chooseAnother(): void {
    setFile(null);
    input.current?.focus();
    input.current?.click();
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
          <ChosenFile file={file} pdf={reading.data} promise={promise} />
          {upload.isPending && (
            <progress
              className="progress mt-3"
              aria-label="Upload"
              max={file.size}
              value={isPartlySent ? sentBytes : undefined}
            />
          )}
          {difference ? (
            <DifferenceQuestion
              differences={difference.message}
              onPublish={() => upload.mutate(difference.publishAnyway)}
              onChooseAnother={chooseAnother}
            />
          ) : (
            <>
              <OutcomeMessage error={refusal?.reason ?? errorText(upload.error)} />
              <p className="mt-3 flex flex-wrap gap-3">
                {!refusal && (
                  <button
                    type="button"
                    className="button"
                    aria-disabled={upload.isPending}
                    onClick={() =>
                      upload.isPending || upload.mutate(() => sendFile(id, file, setSentBytes))
                    }
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
            </>
          )}
        </div>
      )}
      <div className="order-last w-full">
        <OutcomeMessage done={upload.data ? describePublished(upload.data.changed) : null} />
      </div>
    </>
  );
}

/** `OutcomeMessage` describes all other errors. */
const errorText = (error: Error | null): unknown =>
  error instanceof FileChanged ? error.message : error;

const describePublished = (changed: boolean): string =>
  changed ? 'Published. Every buyer gets it now.' : 'Buyers already had this exact file.';
