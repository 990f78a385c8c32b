/** The client: one typed method for each operation of the API. */

import { type Operations, operations } from './contract.ts'
import { type CallOptions, type ClientOptions, call, type Input } from './transport.ts'

/** A method. Operations without required input may be called without arguments. */
export type Call<N extends keyof Operations> =
  Record<string, never> extends Operations[N]['input']
    ? (input?: Operations[N]['input'], options?: CallOptions) => Promise<Operations[N]['reply']>
    : (input: Operations[N]['input'], options?: CallOptions) => Promise<Operations[N]['reply']>

/** Methods have the names of the `operationId`s in the API description, which documents them. */
export type Client = { readonly [N in keyof Operations]: Call<N> }

/**
 * Creates a client of one service, for one user or for anonymous requests. It holds no connection and needs no closing.
 *
 * @example
 * const api = createClient({ baseUrl: 'https://api.example.org', token: 'rps_…' })
 * const { data: me } = await api.showMe()
 * console.log(me.name)
 */
export function createClient(options: ClientOptions): Client {
  const methods = Object.entries(operations).map(([name, place]) => [
    name,
    (input: Input = {}, more: CallOptions = {}) => call(options, place, input, more),
  ])
  // The types and the table of operations are generated from the same description, so they agree.
  return Object.fromEntries(methods) as Client
}
