import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as sendRequest } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The connection headers of HTTP/1.1, which HTTP/2 forbids. */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'transfer-encoding'];

/** A certificate for localhost that no browser trusts. Needs `openssl`. */
const createCertificate = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'));
  const key = path.join(folder, 'key.pem');
  const cert = path.join(folder, 'cert.pem');
  try {
    const type = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const subject = ['-subj', '/CN=localhost', '-days', '2'];
    const files = ['-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', ...type, ...subject, ...files], { stdio: 'ignore' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Serves a local site over HTTP/2 and TLS, as Netlify does. */
export const serveOverHttp2 = async (site: string) => {
  const server = createSecureServer(createCertificate(), (request, response) => {
    const headers = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'));
    const forwarded = sendRequest(
      site + request.url,
      { method: request.method, headers: Object.fromEntries(headers) },
      (received) => {
        for (const name of CONNECTION_HEADERS) delete received.headers[name];
        response.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(response);
      },
    );
    request.pipe(forwarded);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    close: async (): Promise<void> => {
      server.close();
      await once(server, 'close');
    },
  };
};
