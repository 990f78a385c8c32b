/** Hosts in one normal form, so that one host is one text, however it is written. */

import ipaddr from 'ipaddr.js'

/** A name with a final dot is the same name (RFC 1034, 3.1). */
export const removeFinalDot = (host: string): string => host.replace(/(?<!\.)\.+$/, '')

/**
 * Returns the host of the address without its port. The parser of addresses has decided on case, on other scripts (IDNA) and on the forms of
 * IPv4 addresses; a final dot is left out, and IPv6 has a form for each IPv4 address.
 */
export function normalizeHost({ hostname }: URL): string {
  const host = removeFinalDot(hostname)
  const literal = host.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(literal) ? ipaddr.process(literal).toString() : host
}

/** The ports that an address leaves out. */
const defaultPorts = ['', '80', '443']

const getPort = ({ port }: URL) => (defaultPorts.includes(port) ? '' : port)

/** Returns whether both addresses lead to one host and port. */
export function isSameHost(first: string, second: string): boolean {
  const [one, other] = [URL.parse(first), URL.parse(second)]
  return (
    one !== null && other !== null && normalizeHost(one) === normalizeHost(other) && getPort(one) === getPort(other)
  )
}

/** Returns whether both addresses have one origin: a host, a port and a protocol. */
export const isSameOrigin = (first: string, second: string): boolean =>
  isSameHost(first, second) && new URL(first).protocol === new URL(second).protocol

export const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

/**
 * Returns whether the address is one of the public internet. In IPv6 these are 2000::/3 without the ranges that embed IPv4 addresses or have another
 * purpose (IANA IPv6 Special-Purpose Address Registry); others, such as `::127.0.0.1` and `64:ff9b:1::/48`, may lead to this network.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20
}

/** Returns whether the text is an address that a browser opens as a page. */
export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol) && !/\s/.test(text)
