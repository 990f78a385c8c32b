/** What the doubles of payment gateways have in common: an HTTP server on this machine, and faults that are switched on by name. */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export abstract class GatewayServer {
  #share = 0
  #draw = Math.random
  /** Called after each request, whether it was answered or not. */
  afterRequest: () => unknown = () => undefined
  readonly #server = createServer((request, response) => {
    response.once('close', () => this.afterRequest())
    void this.serve(request, response)
  })

  protected abstract serve(request: IncomingMessage, response: ServerResponse): unknown

  async listen(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  /** From now on each fault also happens by chance, in this share of the cases; `draw` returns numbers from 0 to below 1. */
  breakByChance(share: number, draw = Math.random) {
    this.#share = share
    this.#draw = draw
  }

  protected happensByChance(): boolean {
    return this.#share > 0 && this.#draw() < this.#share
  }

  get address(): string {
    const bound = this.#server.address()
    return `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`
  }

  async close() {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** A double in which each fault breaks the next thing that it can break. */
export abstract class FaultyServer<Fault extends string> extends GatewayServer {
  readonly #faults: Fault[] = []

  breakNext(...names: Fault[]) {
    this.#faults.push(...names)
  }

  /** Forgets the faults that have not happened yet. */
  repair() {
    this.#faults.length = 0
  }

  /** Whether the fault happens now. */
  protected take(name: Fault): boolean {
    return this.takeNamed(name) || this.happensByChance()
  }

  /** Whether a fault that does not happen by chance does now. */
  protected takeNamed(name: Fault): boolean {
    const at = this.#faults.indexOf(name)
    if (at >= 0) this.#faults.splice(at, 1)
    return at >= 0
  }
}

/** Answers with JSON. */
export function replyJson(response: ServerResponse, { status, body }: { status: number; body: object }) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
