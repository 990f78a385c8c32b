import ipaddr from 'ipaddr.js'

/**
 * The network that limits count as one caller: an IPv4 address, or the first 64 bits of an IPv6 address, because a
 * single IPv6 subscriber has at least 2^64 addresses (RFC 6177).
 */
export function toNetwork(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
