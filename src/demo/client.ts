/** An HTTP client that simulates a user of the service. */

import type { Duration } from '#core/time.ts'

export interface CreatedRow {
  id: number
}

type Fields = Record<string, string | File>

/** The types of responses are those of the API description; an error is thrown. */
export interface DemoClient {
  get<T>(path: string): Promise<T>
  post<T = CreatedRow>(path: string, body?: object): Promise<T>
  put<T = CreatedRow>(path: string, body: object): Promise<T>
  /** Posts a form. */
  send<T = CreatedRow>(path: string, fields: Fields): Promise<T>
}

/** A client with an account. */
export interface Person extends DemoClient {
  id: number
  name: string
  email: string
}

/** What all clients share: the address, and the time that a request takes. */
export interface DemoWorld {
  address: string
  pass(duration: Duration): void
}

/** The browser of all users of the demonstration. */
export const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0'
const pause: Duration = { seconds: 41 }

export function createDemoClient({ address, pass }: DemoWorld, token: string | null): DemoClient {
  async function ask<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: FormData | object): Promise<T> {
    pass(pause)
    const headers = new Headers({ accept: 'application/json', 'user-agent': browser })
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    const response = await fetch(`${address}${path}`, { method, headers, ...encodeBody(headers, body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text}`)
    const { data }: { data: T } = JSON.parse(text)
    return data
  }

  return {
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
    put: (path, body) => ask('PUT', path, body),
    send: (path, fields) => ask('POST', path, createForm(fields)),
  }
}

function encodeBody(headers: Headers, body: FormData | object | undefined): RequestInit {
  if (body === undefined) return {}
  // Only fetch knows the boundary in the content type of a form.
  if (body instanceof FormData) return { body }
  headers.set('content-type', 'application/json')
  return { body: JSON.stringify(body) }
}

function createForm(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
