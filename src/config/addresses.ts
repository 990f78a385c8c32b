/** The settings that say where the service listens, and who is around it. */

import { isIP } from 'node:net'
import type { Settings } from '#core/settings.ts'

const plainAddress = /^[^\s@<>]+@[^\s@<>]+$/

export function addresses(settings: Settings) {
  const host = settings.given('HOST') ?? '127.0.0.1'
  const port = settings.integer('PORT', 3000, 0, 65_535)
  const basePath = basePathOf(settings)
  const origin = settings.url('PUBLIC_URL', 'http:', 'https:')
  const own = `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  if (!URL.canParse(own)) settings.wrong.push(`HOST must be a name or an address, not "${host}".`)
  const publicUrl = `${origin ?? own}${basePath}`
  const frontendUrl = settings.url('FRONTEND_URL', 'http:', 'https:')
  return {
    host,
    port,
    basePath,
    publicUrl,
    frontendUrl: frontendUrl ?? `${publicUrl}/app`,
    hostedPages: frontendUrl === null,
    mailFrom: mailFrom(settings) ?? `no-reply@${hostOf(publicUrl)}`,
    corsOrigins: corsOrigins(settings),
    trustProxy: trustProxy(settings),
  }
}

function mailFrom(settings: Settings): string | undefined {
  const address = settings.given('MAIL_FROM')
  if (address !== undefined && !plainAddress.test(address))
    settings.wrong.push('MAIL_FROM must be an e-mail address without a name, like no-reply@example.org.')
  return address
}

/** As browsers send them: a path or a slash at the end would match nobody. Apps have schemes of their own. */
function corsOrigins(settings: Settings): string[] | null {
  const origins = settings.list('CORS_ORIGINS')
  for (const one of origins ?? [])
    if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@A-Z]+$/.test(one))
      settings.wrong.push(`CORS_ORIGINS must list origins like https://app.example.org, not "${one}".`)
  return origins
}

function basePathOf(settings: Settings): string {
  const path = settings.given('BASE_PATH')?.replace(/\/+$/, '') ?? ''
  if (path === '' || /^(\/[\w.~-]+)+$/.test(path)) return path
  settings.wrong.push(
    'BASE_PATH must begin with a slash and hold letters, digits, ., _, ~ and - only, like /api.',
  )
  return ''
}

function trustProxy(settings: Settings): boolean | number | string {
  const value = settings.given('TRUST_PROXY')
  if (value === undefined || value === 'false') return false
  if (value === 'true') return true
  if (/^\d+$/.test(value)) return Number(value)
  const names = ['loopback', 'linklocal', 'uniquelocal']
  const isNetwork = (part: string) => names.includes(part) || isIP(part.split('/')[0] ?? '') !== 0
  if (value.split(',').every((part) => isNetwork(part.trim()))) return value
  settings.wrong.push('TRUST_PROXY must be true, false, a number of proxies, or a list of their addresses.')
  return false
}

const hostOf = (address: string) => {
  const hostname = URL.parse(address)?.hostname ?? 'localhost'
  return hostname === '127.0.0.1' || hostname.startsWith('[') ? 'localhost' : hostname
}
