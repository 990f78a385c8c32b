/** Settings for the addresses of the service, its frontend and its proxies. */

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isLocalName, removeFinalDot } from '#core/host.ts'
import type { Settings } from '#core/settings.ts'

type Environment = 'development' | 'production' | 'test'

/** An address, or a name with an address in angle brackets (RFC 5322, 3.4). */
const mailbox = /^(?:[^<>\p{Cc}]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u

export function readAddresses(settings: Settings, environment: Environment) {
  const host = settings.optional('HOST') ?? '127.0.0.1'
  const port = settings.integer('PORT', 3000, 0, 65_535)
  const basePath = readPathPrefix(settings, 'BASE_PATH')
  const origin = readOrigin(settings, 'PUBLIC_URL')
  const own = `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  if (!URL.canParse(own)) settings.errors.push(`HOST must be a name or an address, not "${host}".`)
  const publicUrl = `${origin ?? own}${basePath}`
  if (environment !== 'production') refuseStrangers(settings, host, origin)
  const frontendUrl = readOrigin(settings, 'FRONTEND_URL')
  return {
    host,
    port,
    basePath,
    legacyFilePrefix: readPathPrefix(settings, 'LEGACY_FILE_PREFIX') || null,
    publicUrl,
    frontendUrl: frontendUrl ?? `${publicUrl}/app`,
    hostedPages: settings.flag('HOSTED_PAGES', true) && frontendUrl === null,
    publicPages: settings.flag('PUBLIC_PAGES', true),
    frameAncestors: readFrameAncestors(settings),
    mailFrom: readMailFrom(settings) ?? `no-reply@${hostname(publicUrl)}`,
    corsOrigins: readCorsOrigins(settings),
    trustProxy: readTrustProxy(settings),
  }
}

/**
 * Outside production anybody can sign in as anybody through the sandbox, so the service listens only to this machine,
 * unless the operator says that strangers may use it.
 */
function refuseStrangers(settings: Settings, host: string, origin: string | null) {
  if (settings.oneOf('SANDBOX', ['local', 'public'], 'local') === 'public') return
  const way = 'Set NODE_ENV=production, or SANDBOX=public if strangers may use the sandbox.'
  if (!isLoopback(host))
    settings.errors.push(
      `HOST must be a loopback address, like 127.0.0.1, outside production, because anybody can sign in as anybody in the sandbox. ${way}`,
    )
  if (origin?.startsWith('https:'))
    settings.errors.push(
      `PUBLIC_URL may not be https outside production, because that looks like a public service. ${way}`,
    )
}

const isLoopback = (host: string) =>
  isLocalName(host) || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')

/** An address with its host in one form, so that it begins all addresses of this service. */
function readOrigin(settings: Settings, name: string): string | null {
  const address = settings.url(name, 'http:', 'https:')
  if (address === null) return null
  const url = new URL(address)
  url.hostname = removeFinalDot(url.hostname)
  return url.href.replace(/(?<!\/)\/+$/, '')
}

function readMailFrom(settings: Settings): string | undefined {
  const sender = settings.optional('MAIL_FROM')
  if (sender !== undefined && !mailbox.test(sender))
    settings.errors.push(
      'MAIL_FROM must be an e-mail address, alone or with a name, like Research Platform <no-reply@example.org>.',
    )
  return sender
}

/**
 * Origins as browsers send them: one with a path or a trailing slash would never match. Apps have schemes of their own.
 */
function readCorsOrigins(settings: Settings): string[] | null {
  const origins = settings.list('CORS_ORIGINS')
  for (const one of origins ?? [])
    if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@A-Z]+$/.test(one))
      settings.errors.push(`CORS_ORIGINS must list origins like https://app.example.org, not "${one}".`)
  // As browsers write them; the schemes of apps have no hosts.
  return origins?.map((origin) => (/^https?:/.test(origin) ? (URL.parse(origin)?.origin ?? origin) : origin)) ?? null
}

/** The sites that may show the list of jobs in a frame, as a Content-Security-Policy names them. */
function readFrameAncestors(settings: Settings): string[] {
  const value = settings.optional('FRAME_ANCESTORS')
  if (value === '*') return ['*']
  const sites = settings.list('FRAME_ANCESTORS') ?? []
  for (const site of sites)
    if (!/^https?:\/\/(?:\*\.)?[a-z\d.-]+(?::\d+)?$/.test(site))
      settings.errors.push(
        `FRAME_ANCESTORS must list origins like https://www.example.org or https://*.example.org, not "${site}".`,
      )
  return sites
}

function readPathPrefix(settings: Settings, name: string): string {
  const path = settings.optional(name)?.replace(/(?<!\/)\/+$/, '') ?? ''
  if (path === '' || /^(\/[\w.~-]+)+$/.test(path)) return path
  settings.errors.push(`${name} must begin with a slash and hold letters, digits, ., _, ~ and - only, like /api.`)
  return ''
}

function readTrustProxy(settings: Settings): boolean | number | string {
  const value = settings.optional('TRUST_PROXY')
  if (value === undefined || value === 'false') return false
  if (value === 'true') return true
  if (/^\d+$/.test(value)) return Number(value)
  const names = ['loopback', 'linklocal', 'uniquelocal']
  const isNetwork = (part: string) => names.includes(part) || isIP(part.split('/')[0] ?? '') !== 0
  if (value.split(',').every((part) => isNetwork(part.trim()))) return value
  settings.errors.push('TRUST_PROXY must be true, false, a number of proxies, or a list of their addresses.')
  return false
}

const hostname = (address: string) => {
  const hostname = URL.parse(address)?.hostname ?? 'localhost'
  return hostname === '127.0.0.1' || hostname.startsWith('[') ? 'localhost' : hostname
}
