/** Settings for the addresses of the service, its frontend and its proxies. */

import { isIP } from 'node:net'
import type { Settings } from '#core/settings.ts'

const plainAddress = /^[^\s@<>]+@[^\s@<>]+$/

export function readAddresses(settings: Settings) {
  const host = settings.optional('HOST') ?? '127.0.0.1'
  const port = settings.integer('PORT', 3000, 0, 65_535)
  const basePath = readBasePath(settings)
  const origin = settings.url('PUBLIC_URL', 'http:', 'https:')
  const own = `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  if (!URL.canParse(own)) settings.errors.push(`HOST must be a name or an address, not "${host}".`)
  const publicUrl = `${origin ?? own}${basePath}`
  const frontendUrl = settings.url('FRONTEND_URL', 'http:', 'https:')
  return {
    host,
    port,
    basePath,
    publicUrl,
    frontendUrl: frontendUrl ?? `${publicUrl}/app`,
    hostedPages: frontendUrl === null,
    mailFrom: readMailFrom(settings) ?? `no-reply@${hostname(publicUrl)}`,
    corsOrigins: readCorsOrigins(settings),
    trustProxy: readTrustProxy(settings),
  }
}

function readMailFrom(settings: Settings): string | undefined {
  const address = settings.optional('MAIL_FROM')
  if (address !== undefined && !plainAddress.test(address))
    settings.errors.push('MAIL_FROM must be an e-mail address without a name, like no-reply@example.org.')
  return address
}

/**
 * Origins as browsers send them: one with a path or a trailing slash would never match. Apps have schemes of their own.
 */
function readCorsOrigins(settings: Settings): string[] | null {
  const origins = settings.list('CORS_ORIGINS')
  for (const one of origins ?? [])
    if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@A-Z]+$/.test(one))
      settings.errors.push(`CORS_ORIGINS must list origins like https://app.example.org, not "${one}".`)
  return origins
}

function readBasePath(settings: Settings): string {
  const path = settings.optional('BASE_PATH')?.replace(/\/+$/, '') ?? ''
  if (path === '' || /^(\/[\w.~-]+)+$/.test(path)) return path
  settings.errors.push('BASE_PATH must begin with a slash and hold letters, digits, ., _, ~ and - only, like /api.')
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
