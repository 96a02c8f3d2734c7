import tls from 'node:tls';

/** Leads connections for names of the web to ports of this machine; node imports it before the command too. */
export const reroute = (ports: Readonly<Record<string, number>>, trusted: string): void => {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), trusted]);
  const { connect } = tls;
  const rerouted = (options: tls.ConnectionOptions, ...rest: (() => void)[]) => {
    const port = ports[options.host ?? ''];
    const to = port === undefined ? {} : { host: '127.0.0.1', port };
    return connect({ ...options, ...to }, ...rest);
  };
  Object.assign(tls, { connect: rerouted });
};

const { TEST_REROUTE: told = '' } = process.env;
if (told) {
  const { ports, trusted } = JSON.parse(told);
  reroute(ports, trusted);
}
