import type { OutsideCall } from './outside.ts';

type Handle = (request: Request) => Promise<Response>;

const isJson = (response: Response): boolean =>
  response.headers.get('content-type')?.includes('json') ?? false;

/**
 * The plainest handler that does the same: it takes the body, makes the same calls together, reads what they
 * answer, and answers as the function did. It checks nothing, asks for no reason and knows no order. The bytes of
 * a file it passes on as they come.
 */
export const plainHandler = (
  calls: readonly OutsideCall[],
  answer: { readonly status: number; readonly type: string | null; readonly text: string | null },
): Handle => {
  const headers = answer.type === null ? {} : { 'content-type': answer.type };
  const sizes = calls.map(({ bytes }) => bytes.byteLength);
  const fileAt = answer.text === null ? sizes.indexOf(Math.max(...sizes)) : -1;
  return async (request) => {
    await request.text();
    const answers = await Promise.all(calls.map(({ url, init }) => fetch(url, init)));
    const file = answers[fileAt];
    for (const response of answers) {
      if (response === file) continue;
      await (isJson(response) ? response.json() : response.text());
    }
    return new Response(file ? file.body : answer.text, { status: answer.status, headers });
  };
};
