/**
 * The operations of the API by method and path, as the pages and the console call them. What they send and get is that of the API
 * description, from which the types of the client are generated; types alone are read from there.
 */

import type { Operations, operations } from '../../clients/typescript/src/contract.ts'

/** What the description gives a name, such as `JobPost`. */
export type * from '../../clients/typescript/src/contract.ts'

type Places = typeof operations
type Key<N extends keyof Operations> = `${Places[N]['method']} ${Places[N]['path']}`
type Described = { [N in keyof Operations as Key<N>]: Operations[N] }

/** A method and a path, such as `GET /job-posts/{id}`. */
export type Operation = keyof Described
export type GetOperation = Extract<Operation, `GET ${string}`>

// Looked up by inference: for `['input']`, TypeScript would first compare the operations with each other, which takes seconds.
type Input<O extends Operation> = Described[O] extends { input: infer I } ? I : never
type Reply<O extends Operation> = Described[O] extends { reply: infer R } ? R : never

/** A part of what goes in; nothing for an operation without it. */
type Part<T, K extends 'path' | 'query' | 'body'> =
  T extends Record<string, never> ? object : T extends { [P in K]?: infer V } ? NonNullable<V> : object

/** What the operation returns as `data`. */
export type Data<O extends Operation> = Reply<O> extends { data: infer D } ? D : undefined
/** What it returns as `meta`, as lists do. */
export type Meta<O extends Operation> = Reply<O> extends { meta: infer M } ? M : undefined
/** A row of what it lists. */
export type Row<O extends Operation> = Data<O> extends readonly (infer R)[] ? R : never

/** An operation that lists pages of rows. */
export type ListOperation = {
  [O in GetOperation]: Part<Input<O>, 'query'> extends { page?: unknown }
    ? Data<O> extends readonly unknown[]
      ? O
      : never
    : never
}[GetOperation]

/** Parameters that stand in an address may be text as people entered it, which the API checks. */
export type Parameters<O extends Operation> = {
  readonly [K in keyof Part<Input<O>, 'path'>]: string | number
} & {
  readonly [K in keyof Part<Input<O>, 'query'>]?: Part<Input<O>, 'query'>[K] | string | undefined
}

/** A text may be any, as people entered it, and all may be left out or empty: the API says what is wrong. Names and kinds of values are its own. */
type Entered<T> = T extends string
  ? string
  : T extends readonly (infer V)[]
    ? readonly Entered<V>[]
    : T extends object
      ? { readonly [K in keyof T]?: Entered<T[K]> | null | undefined }
      : T

/** The body of an operation, with the values that people entered; a form where it takes files. */
export type Body<O extends Operation> = (Entered<Part<Input<O>, 'body'>> & object) | FormData

/** What a call takes after its operation; an operation without parameters is called without. */
export type Arguments<O extends Operation> =
  object extends Parameters<O>
    ? [parameters?: Parameters<O>, body?: Body<O>]
    : [parameters: Parameters<O>, body?: Body<O>]

/** What goes in by a form: the body, or the filters of a list. */
type FormInput<O extends Operation> = O extends GetOperation
  ? Omit<Part<Input<O>, 'query'>, 'page' | 'limit'>
  : Part<Input<O>, 'body'>

/** A file of a form. */
type FileValue = FormInput<'POST /job-applications'>['resume']

/** A file, or an object whose fields have names of their own: forms show each of these by its path. */
type InnerNames<K extends string, T> = T extends readonly unknown[] | FileValue
  ? K
  : T extends object
    ? string extends keyof T
      ? K
      : `${K}.${keyof T & string}`
    : K

/** The fields of the body of an operation, such as `title` or `links.website`, or the filters of a list. */
export type FieldName<O extends Operation> = {
  [K in keyof FormInput<O> & string]-?: InnerNames<K, NonNullable<FormInput<O>[K]>>
}[keyof FormInput<O> & string]
