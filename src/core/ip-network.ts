import ipaddr from 'ipaddr.js'

/**
 * The network that limits count as one caller: an IPv4 address, or the first 64 bits of an IPv6 address, because a
 * single IPv6 subscriber has at least 2^64 addresses (RFC 6177).
 */
export const toNetwork = (address: string): string => toPrefix(address, { ipv4: 32, ipv6: 64 })

/** The network that a browser stays in while it signs in, although its address may change: /24 or /48. */
export const toNeighborhood = (address: string): string => toPrefix(address, { ipv4: 24, ipv6: 48 })

function toPrefix(address: string, bits: { ipv4: number; ipv6: number }): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  const kind = parsed.kind()
  const bytes = parsed.toByteArray().map((byte, index) => (index < bits[kind] / 8 ? byte : 0))
  const network = ipaddr.fromByteArray(bytes).toString()
  return kind === 'ipv4' && bits.ipv4 === 32 ? network : `${network}/${bits[kind]}`
}
