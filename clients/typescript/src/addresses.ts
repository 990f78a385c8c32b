/** Builds the URLs of operations. */

import { type Operations, operations } from './contract.ts'

/** Values in a URL. `undefined` is left out; a list repeats its name. */
export interface Located {
  path?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
}

/** The part of an operation's input that is in its URL. */
export type AddressOf<N extends keyof Operations> = Pick<
  Operations[N]['input'],
  Extract<keyof Operations[N]['input'], 'path' | 'query'>
>

/**
 * The URL of an operation that a browser opens by itself, for example as the target of a link: `buildUrl(baseUrl,
 * 'beginSignIn', {…})`.
 *
 * @example
 * const redirect_uri = 'https://app.example.org/callback'
 * location.href = buildUrl('https://api.example.org', 'beginSignIn', {
 *   path: { provider: 'google' },
 *   query: { action: 'login', redirect_uri },
 * })
 */
export function buildUrl<N extends keyof Operations>(baseUrl: string, name: N, input: AddressOf<N>): string {
  return fillPath(baseUrl, operations[name].path, input)
}

/** Builds the URL of a path template like `/users/{id}`. */
export function fillPath(baseUrl: string, path: string, { path: values = {}, query = {} }: Located): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === null || value === '')
      throw new TypeError(`The path ${path} needs the parameter ${name}.`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => toPairs(name, value)))
  return `${baseUrl.replace(/\/+$/, '')}${filled}${search.size > 0 ? `?${search}` : ''}`
}

function toPairs(name: string, value: unknown): [string, string][] {
  return [value]
    .flat()
    .filter((one) => one !== undefined && one !== null)
    .map((one) => [name, String(one)])
}
