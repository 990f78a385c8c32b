/** Threads that run the functions of one module. They start when there is work, and end when there is none. */

import { Piscina } from 'piscina'
import type { FunctionName, GivenOf, ResultOf, WorkerModule } from './worker-module.ts'

type Options = Omit<NonNullable<ConstructorParameters<typeof Piscina>[0]>, 'filename' | 'name' | 'minThreads'>

export interface WorkerPool<Exports> {
  /** Input and result are copied. */
  run<Name extends FunctionName<Exports>>(name: Name, given: GivenOf<Exports, Name>): Promise<ResultOf<Exports, Name>>
  /** Calls the listener when a thread ends with an error. Without one, that ends the process. */
  onError(listener: (error: unknown) => void): void
  close(): Promise<void>
}

export function createWorkerPool<Exports>({ url }: WorkerModule<Exports>, options: Options): WorkerPool<Exports> {
  const pool = new Piscina({ ...options, filename: url.href, minThreads: 0 })
  return {
    run: (name, given) => pool.run(given, { name }),
    onError: (listener) => void pool.on('error', listener),
    close: () => pool.destroy(),
  }
}
