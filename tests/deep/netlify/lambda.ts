import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/**
 * Runs one instance of a function, in a separate process and in the folder of the function's
 * unpacked ZIP. Emulates the parts of AWS Lambda that the Netlify bootstrap in the ZIP needs. The
 * body of each request is a Lambda event.
 */
type Prelude = {
  readonly statusCode: number;
  readonly multiValueHeaders: Record<string, string[]>;
};

Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: unknown) => handler,
    HttpResponseStream: {
      from: (response: ServerResponse, { statusCode, multiValueHeaders }: Prelude) =>
        response.writeHead(statusCode, multiValueHeaders),
    },
  },
});

const { handler } = await import(`${process.cwd()}/___netlify-entry-point.mjs`);
const server = http.createServer(async (request, response) => {
  const context = { awsRequestId: crypto.randomUUID(), getRemainingTimeInMillis: () => 60_000 };
  await handler(await json(request), response, context).catch((error: Error) => {
    console.error(error);
    response.destroy();
  });
});
await once(server.listen(0, '127.0.0.1'), 'listening');
process.send?.((server.address() as AddressInfo).port);
