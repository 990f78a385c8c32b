/** What the code that reads a hostile file might do, for tests of limited processes. */

import { readFileSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

export const returnInput = (input: unknown) => input
export const getProcessId = () => process.pid
export const readEnvironment = () => Object.keys(process.env)
export const readKernelLimits = () => ({
  oomScore: readFileSync('/proc/self/oom_score_adj', 'utf8').trim(),
  dataBytes: /^Max data size +(\w+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1],
})

export function loop(): never {
  for (;;);
}

export function fillBuffers(): never {
  const buffers: Buffer[] = []
  for (;;) buffers.push(Buffer.alloc(10_000_000, 1))
}

/** One allocation, which no interval interrupts. */
export const fillOneBuffer = () => Buffer.alloc(Math.min(totalmem(), 4_000_000_000), 1).length

export function fillHeap(): never {
  const objects: object[] = []
  for (;;) objects.push({ a: {}, b: {} })
}

/** Within one native call, which a full heap cannot interrupt. */
export const parseObjects = () => JSON.parse(`[${'{},'.repeat(20_000_000)}{}]`).length

export const crash = () => process.kill(process.pid, 'SIGSEGV')
export const exit = () => process.exit(0)
export const waitForNothing = () => new Promise(() => undefined)
/** Writes its process id to the file once it has begun. */
export const waitForMinutes = (path: string) => {
  writeFileSync(path, String(process.pid))
  return pause(600_000)
}
export const fail = () => {
  throw new RangeError('The file is hostile.')
}
export const rejectLater = async () => {
  void Promise.reject(new Error('Nobody handles this.'))
  await pause(1_000)
}
export const createText = (length: number) => 'x'.repeat(length)
