/** The client: one typed method for each operation of the contract. */

import { type Operations, operations } from './contract.ts'
import { type CallOptions, type ClientOptions, call, type Input } from './transport.ts'

/** A method. What needs no input may be called without. */
export type Call<N extends keyof Operations> =
  Record<string, never> extends Operations[N]['input']
    ? (input?: Operations[N]['input'], options?: CallOptions) => Promise<Operations[N]['reply']>
    : (input: Operations[N]['input'], options?: CallOptions) => Promise<Operations[N]['reply']>

/** Methods are named by the `operationId` of the API description, where they are explained too. */
export type Client = { readonly [N in keyof Operations]: Call<N> }

/** A client of one service, for one person or for nobody. It holds no connection and needs no closing. */
export function createClient(options: ClientOptions): Client {
  const methods = Object.entries(operations).map(([name, place]) => [
    name,
    (input: Input = {}, more: CallOptions = {}) => call(options, place, input, more),
  ])
  // The contract's types and its table of operations are made together from one description.
  return Object.fromEntries(methods) as Client
}
