/** Calls of operations of the API: the pages send them in this process, the console from the browser. */

import type { Arguments, Operation } from '../contract.ts'

/** An operation, with its parameters and its body. */
export interface Call {
  operation: Operation
  parameters?: object | undefined
  body?: object | undefined
}

/** Makes a call of an operation, whose types are checked here. */
export const toCall = <O extends Operation>(operation: O, ...[parameters, body]: Arguments<O>): Call => ({
  operation,
  parameters,
  body,
})

/** Returns the method and the address of a call: parameters of the path stand in it, the others behind it. */
export function readCall({ operation, parameters = {} }: Call): { method: string; path: string } {
  const [method = '', template = ''] = operation.split(' ')
  const values = new Map(Object.entries(parameters).filter(([, value]) => value !== undefined))
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values.get(name))
    values.delete(name)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams([...values].map(([name, value]) => [name, String(value)]))
  return { method, path: query.size === 0 ? path : `${path}?${query}` }
}
