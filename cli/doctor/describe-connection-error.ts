import { isError } from '../../src/shared/errors.ts'
import type { ConnectionError } from '../../src/transport/errors/ConnectionError.ts'
import type { Environment } from '../definition/command.ts'

const advice = {
  start: 'Start the service, or correct the host and port of the base URL.',
  name: 'Correct the name in the base URL; it may need a VPN, or another name server.',
  firewall: 'A firewall may drop the packets: check host, port, VPN and proxy.',
  network: 'Check that this machine and its VPN are connected.',
  http: 'Check that the port speaks HTTP, and whether the base URL must begin with https.',
  tls: 'Check the port, and whether the base URL must begin with http.',
  expired: 'Report it to the operator of the service, unless the clock of this machine is wrong.',
  clock: "This machine's clock is probably slow: set it.",
  host: 'Correct the host in the base URL; a proxy may also respond in its place.',
  authority:
    "Name your company's certificate authority in NODE_EXTRA_CA_CERTS; do not turn verification off.",
  selfSigned:
    'If it is your own, name its file in NODE_EXTRA_CA_CERTS, such as NODE_EXTRA_CA_CERTS=cert.pem.',
  unknown: 'Check host and port; fetch refuses some ports altogether, such as 22 and 6000.',
}

/** A description and the advice for each system error code. */
const connectionProblems: readonly (readonly [code: RegExp, says: string, advice: keyof typeof advice])[] = [
  [/^ECONNREFUSED$/, 'nothing is listening there', 'start'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host name is unknown', 'name'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EHOSTUNREACH)$/, 'no response from there', 'firewall'],
  [/^ENETUNREACH$/, 'that network cannot be reached', 'network'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the connection was made, then broke', 'http'],
  [/^HPE_/, 'the server does not speak HTTP', 'http'],
  [/^(EPROTO|ERR_SSL_(WRONG_VERSION|PACKET_LENGTH).*)$/, 'the server does not speak TLS', 'tls'],
  [/^CERT_HAS_EXPIRED$/, 'the certificate has expired', 'expired'],
  [/^CERT_NOT_YET_VALID$/, 'the certificate is not valid yet', 'clock'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'the certificate is for another host name', 'host'],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'the certificate is signed by itself', 'selfSigned'],
  [
    /SELF_SIGNED_CERT|^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/,
    'the certificate is not signed by an authority that this machine trusts',
    'authority',
  ],
  [/^/, 'the connection failed', 'unknown'],
]

export function describeConnectionError(
  { systemCode, cause }: Pick<ConnectionError, 'systemCode' | 'cause'>,
  environment: Environment,
): { readonly says: string; readonly advice: string } {
  const variable = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find(name => environment[name])
  const proxy = URL.parse((variable && environment[variable]) ?? '')?.host ?? 'the proxy'
  const refusal = findProxyRefusal(cause)
  if (refusal !== null)
    return {
      says: `the proxy ${proxy} refuses the connection (${refusal}); nothing was sent to the service`,
      advice:
        refusal === '407'
          ? `Put the user name and password of the proxy into ${variable ?? 'HTTPS_PROXY'}.`
          : `Ask the operator of the proxy for access, or add the host of the service to NO_PROXY.`,
    }
  const [, says = '', adviceName = 'unknown'] =
    connectionProblems.find(([code]) => code.test(systemCode ?? '')) ?? []
  const hint = environment.NODE_USE_ENV_PROXY
    ? ` Requests go through the proxy ${proxy} (${variable}).`
    : ` ${variable} is set, but Node uses it only with NODE_USE_ENV_PROXY=1 (Node 24).`
  return {
    says: systemCode === null ? says : `${says} (${systemCode})`,
    advice: advice[adviceName] + (variable === undefined ? '' : hint),
  }
}

/** Returns the HTTP status with which a proxy refused to connect; null for any other error. */
function findProxyRefusal(cause: unknown): string | null {
  if (!isError(cause)) return null
  return /^Proxy response \((\d+)\)/.exec(cause.message)?.[1] ?? findProxyRefusal(cause.cause)
}
