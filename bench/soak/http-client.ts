/** Speaks HTTP for the visitors of the soak, and counts what it says and what fails. */

import { Agent, request } from 'node:http'

// biome-ignore lint/suspicious/noExplicitAny: visitors look into answers of every shape
type Body = any

export class HttpClient {
  requests = 0
  readonly failures: string[] = []
  readonly #agent: Agent = new Agent({ keepAlive: true })
  readonly #url: URL

  constructor(url: string) {
    this.#url = new URL(url)
  }

  /** Sends JSON, and answers what comes back. */
  async json(method: string, path: string, body?: object, token?: string): Promise<Body> {
    const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const bytes = await this.#exchange(method, path, { token, type: 'application/json', sent })
    return JSON.parse(bytes.toString('utf8'))
  }

  async form(path: string, fields: Record<string, string | Blob>, token: string): Promise<Body> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields))
      if (typeof value === 'string') form.set(name, value)
      else form.set(name, value, 'file.pdf')
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type') ?? ''
    const sent = Buffer.from(await encoded.arrayBuffer())
    return JSON.parse((await this.#exchange('POST', path, { token, type, sent })).toString('utf8'))
  }

  /** Reads a file, to its end. */
  async bytes(path: string, token: string): Promise<number> {
    return (await this.#exchange('GET', path, { token, type: '', sent: undefined })).length
  }

  /** Opens a stream of events and closes it at the first word. */
  stream(path: string, token: string): Promise<void> {
    this.requests++
    return new Promise((resolve, reject) => {
      const { hostname: host, port } = this.#url
      const options = {
        host,
        port,
        path,
        headers: { authorization: `Bearer ${token}` },
        agent: false as const,
      }
      const sent = request(options, (answer) => {
        answer.once('data', () => {
          sent.destroy()
          resolve()
        })
        answer.once('error', () => resolve())
      })
      sent.once('error', reject)
      sent.end()
    })
  }

  close() {
    this.#agent.destroy()
  }

  #exchange(
    method: string,
    path: string,
    { token, type, sent }: { token: string | undefined; type: string; sent: Buffer | undefined },
  ): Promise<Buffer> {
    this.requests++
    const { hostname: host, port } = this.#url
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(sent === undefined ? {} : { 'content-type': type, 'content-length': sent.length }),
    }
    return new Promise((resolve, reject) => {
      const asked = request({ host, port, method, path, headers, agent: this.#agent }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('error', reject)
        answer.once('end', () => {
          const bytes = Buffer.concat(chunks)
          const status = answer.statusCode ?? 0
          if (status >= 400)
            this.failures.push(`${status} ${method} ${path}: ${bytes.toString('utf8').slice(0, 300)}`)
          resolve(bytes)
        })
      })
      asked.once('error', reject)
      asked.end(sent)
    })
  }
}
