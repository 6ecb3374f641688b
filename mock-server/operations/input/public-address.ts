/** Host names that are private or reserved. */
const privateNames =
  /(^|\.)(localhost|localdomain|local|svc|onion|alt|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid)$/

/** Blocks of IPv4 addresses that are not on the public internet: first address and length of the prefix. */
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
 * Whether a host can be on the public internet, judged by its form alone: nothing is looked up. The host comes from `URL`, which
 * has already turned decimal, octal and hexadecimal spellings of an address into the usual one.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.+$/, '')
  if (host.startsWith('[')) return isPublicIpv6(host.slice(1, -1))
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPublicIpv4(host)
  return /^[^.]+(\.[^.]+)+$/.test(host) && !privateNames.test(host)
}

function isPublicIpv4(address: string): boolean {
  const value = ipv4(address)
  return !privateBlocks.some(([first, length]) => value >>> (32 - length) === ipv4(first) >>> (32 - length))
}

function ipv4(address: string): number {
  return address.split('.').reduce((value, part) => ((value << 8) | Number(part)) >>> 0, 0)
}

/** Global unicast is 2000::/3; of that, documentation and tunnels are not public, nor is what wraps a private IPv4 address. */
function isPublicIpv6(address: string): boolean {
  const groups = expand(address)
  const [first = 0, second = 0] = groups
  const wrapped = wrappedIpv4(groups)
  if (wrapped !== undefined) return isPublicIpv4(wrapped)
  // 2001::/23 is set aside for protocols, Teredo among them; 2002::/16 is 6to4.
  const isTunnel = first === 0x2002 || (first === 0x2001 && second < 0x200)
  const isDocumentation = (first === 0x2001 && second === 0xdb8) || first === 0x3fff
  return first >= 0x2000 && first <= 0x3fff && !isTunnel && !isDocumentation
}

/** ::ffff:a.b.c.d and 64:ff9b::a.b.c.d stand for an IPv4 address. */
function wrappedIpv4(groups: readonly number[]): string | undefined {
  const prefix = groups.slice(0, 6).join()
  if (prefix !== '0,0,0,0,0,65535' && prefix !== `${0x64},${0xff9b},0,0,0,0`) return undefined
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The eight groups of an address that `URL` has normalised: hexadecimal, with one `::` at most. */
function expand(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const gap = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: gap }, () => 0), ...after]
}

function groupsOf(part: string): number[] {
  return part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16))
}
