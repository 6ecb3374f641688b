/** Host names that are private or reserved. */
const privateNames =
  /(^|\.)(localhost|localdomain|local|svc|onion|alt|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid)$/

/** Blocks of IPv4 addresses that are not on the public internet, each as its first address and the length of its prefix. */
const privateBlocks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/**
 * Whether a host can be on the public internet. Only the form of the host is checked, without a DNS lookup. The host comes from
 * `URL`, which has already normalized decimal, octal and hexadecimal addresses.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.+$/, '')
  if (host.startsWith('[')) return isPublicIpv6(host.slice(1, -1))
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPublicIpv4(host)
  return /^[^.]+(\.[^.]+)+$/.test(host) && !privateNames.test(host)
}

function isPublicIpv4(address: string): boolean {
  const numericAddress = ipv4ToNumber(address)
  return !privateBlocks.some(
    ([first, length]) => numericAddress >>> (32 - length) === ipv4ToNumber(first) >>> (32 - length),
  )
}

function ipv4ToNumber(address: string): number {
  return address.split('.').reduce((numericAddress, part) => ((numericAddress << 8) | Number(part)) >>> 0, 0)
}

/** The public IPv6 addresses (global unicast) are 2000::/3, except 2001:db8::/32, which is reserved for documentation. */
function isPublicIpv6(address: string): boolean {
  const firstGroup = Number.parseInt(address, 16)
  return firstGroup >= 0x2000 && firstGroup <= 0x3fff && !address.startsWith('2001:db8:')
}
