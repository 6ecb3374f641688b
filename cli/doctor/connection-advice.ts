/** A failed connection: what happened, and what to do. */
export interface ConnectionAdvice {
  readonly says: string
  readonly advice: string
}

const refused: ConnectionAdvice = {
  says: 'nothing is listening there',
  advice: 'Start the service, or correct the host and port of the address.',
}
const unknownName: ConnectionAdvice = {
  says: 'the host name is unknown',
  advice: 'Correct the name in the address; it may need a VPN, or another name server.',
}
const silent: ConnectionAdvice = {
  says: 'no response from there',
  advice: 'A firewall may drop the packets: check host, port, VPN and proxy.',
}
const broken: ConnectionAdvice = {
  says: 'the connection was made, then broke',
  advice: 'Check that the port speaks HTTP, and whether the address must begin with https.',
}
const unknown: ConnectionAdvice = {
  says: 'the connection failed',
  advice: 'Check host and port; fetch refuses some ports altogether, such as 22 and 6000.',
}
const notHttp: ConnectionAdvice = { says: 'the server does not speak HTTP', advice: broken.advice }
const unknownIssuer: ConnectionAdvice = {
  says: 'the certificate is not signed by an authority that this machine trusts',
  advice: "Name your company's certificate authority in NODE_EXTRA_CA_CERTS; do not turn verification off.",
}
const notTls: ConnectionAdvice = {
  says: 'the server does not speak TLS',
  advice: 'Check the port, and whether the address must begin with http.',
}

/** By the system's code. */
const known: Readonly<Record<string, ConnectionAdvice>> = {
  ECONNREFUSED: refused,
  ENOTFOUND: unknownName,
  EAI_AGAIN: { ...unknownName, says: 'the host name could not be looked up' },
  ETIMEDOUT: silent,
  UND_ERR_CONNECT_TIMEOUT: silent,
  EHOSTUNREACH: silent,
  ENETUNREACH: {
    says: 'that network cannot be reached',
    advice: 'Check that this machine and its VPN are connected.',
  },
  ECONNRESET: broken,
  EPIPE: broken,
  UND_ERR_SOCKET: broken,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownIssuer,
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  CERT_HAS_EXPIRED: {
    says: 'the certificate has expired',
    advice:
      "Report it to the operator of the service; if its certificate is good, this machine's clock is wrong.",
  },
  CERT_NOT_YET_VALID: {
    says: 'the certificate is not valid yet',
    advice: "This machine's clock is probably slow: set it.",
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    says: 'the certificate is for another host name',
    advice: 'Correct the host in the address; a proxy may also respond in its place.',
  },
  ERR_SSL_WRONG_VERSION_NUMBER: notTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: notTls,
  EPROTO: notTls,
}

export function adviseOn(
  code: string | null,
  environment: Readonly<Record<string, string | undefined>>,
): ConnectionAdvice {
  const found = code !== null && Object.hasOwn(known, code) ? known[code] : undefined
  const { says, advice } = found ?? (code?.startsWith('HPE_') ? notHttp : unknown)
  const proxy = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find(name => environment[name])
  const isUnused = proxy !== undefined && !environment.NODE_USE_ENV_PROXY
  const hint = ` ${proxy} is set, but Node uses it only with NODE_USE_ENV_PROXY=1 (Node 24).`
  return { says: code === null ? says : `${says} (${code})`, advice: isUnused ? advice + hint : advice }
}
