/** Modules whose functions run in another thread or process. A name that the module does not export does not compile. */

/** The address of a module, with the type of what it exports. */
export interface WorkerModule<Exports> {
  readonly url: URL
  /** For the compiler alone: it is never there. */
  readonly exports?: Exports
}

/** Describes a module by its type and its address: `describeModule<typeof import('./worker.ts')>(new URL('./worker.ts', import.meta.url))`. */
export const describeModule = <Exports>(url: URL): WorkerModule<Exports> => ({ url })

type AnyFunction = (...input: never[]) => unknown

/** The names of exported functions. */
export type FunctionName<Exports> = {
  [Name in keyof Exports]: Exports[Name] extends AnyFunction ? Name : never
}[keyof Exports] &
  string

type FunctionOf<Exports, Name extends keyof Exports> = Extract<Exports[Name], AnyFunction>

/** What the function is given. */
export type GivenOf<Exports, Name extends keyof Exports> = Parameters<FunctionOf<Exports, Name>>[0]

/** What the function returns, for a caller who waits for it. */
export type ResultOf<Exports, Name extends keyof Exports> = Awaited<ReturnType<FunctionOf<Exports, Name>>>
