/** Creates API clients for simulated users, and counts their requests and failures. */

import { type Client, createClient } from '../../clients/typescript/src/index.ts'

export class Traffic {
  requests = 0
  readonly failures: string[] = []
  readonly url: string

  constructor(url: string) {
    this.url = url
  }

  /** Returns a client that signs requests with the token. */
  as(token: string | null): Client {
    return createClient({ baseUrl: this.url, token, fetch: (input, init) => this.#fetch(input, init) })
  }

  /** Reads a whole file by a signed link. */
  async download(link: string): Promise<void> {
    await (await this.#fetch(new URL(new URL(link).pathname + new URL(link).search, this.url))).arrayBuffer()
  }

  async #fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    this.requests++
    const response = await fetch(input, init)
    if (!response.ok) {
      const text = await response.clone().text()
      this.failures.push(`${response.status} ${init?.method ?? 'GET'} ${String(input)}: ${text.slice(0, 300)}`)
    }
    return response
  }
}
