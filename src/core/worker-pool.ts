/** Threads that run the functions of one module. They start when there is work, and end when there is none. */

import type { Piscina } from 'piscina'
import type { FunctionName, GivenOf, ResultOf, WorkerModule } from './worker-module.ts'

type Options = Omit<NonNullable<ConstructorParameters<typeof Piscina>[0]>, 'filename' | 'name' | 'minThreads'>

export interface WorkerPool<Exports> {
  /** Input and result are copied. */
  run<Name extends FunctionName<Exports>>(name: Name, input: GivenOf<Exports, Name>): Promise<ResultOf<Exports, Name>>
  /** Calls the listener when a thread ends with an error. Without one, that ends the process. */
  onError(listener: (error: unknown) => void): void
  close(): Promise<void>
}

/** The pool is loaded with its first work: each takes 0.7 MB, threads aside. */
export function createWorkerPool<Exports>({ url }: WorkerModule<Exports>, options: Options): WorkerPool<Exports> {
  const listeners: ((error: unknown) => void)[] = []
  let opened: Promise<Piscina> | undefined

  async function open() {
    const { Piscina } = await import('piscina')
    const pool = new Piscina({ ...options, filename: url.href, minThreads: 0 })
    for (const listener of listeners) pool.on('error', listener)
    return pool
  }

  return {
    async run(name, input) {
      opened ??= open()
      return (await opened).run(input, { name })
    },
    onError: (listener) => void listeners.push(listener),
    async close() {
      await (await opened)?.destroy()
    },
  }
}
