/**
 * A process that calls functions of one module for `process-pool.ts`, one at a time. They run in a thread of it, so that
 * this thread can end the process when a call takes too much time or memory, whatever the other one does.
 */

import { Worker } from 'node:worker_threads'
import type { Call, ProcessArgument, ProcessMessage, ThreadMessage } from './messages.ts'
import { setSystemLimits } from './system-limits.ts'

const { module, limits } = JSON.parse(process.argv[2] ?? '') as ProcessArgument
const memoryBytes = limits.memoryMb * 1024 * 1024
const intervalMs = 20

/** The service ends its processes itself: it finishes its requests after the signal that stops it. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => endProcess('SIGKILL'))

/** A signal ends the process at once, also while the thread is within a library in native code. */
function endProcess(signal: 'SIGKILL' | 'SIGABRT' | 'SIGXCPU') {
  process.kill(process.pid, process.platform === 'win32' ? 'SIGKILL' : signal)
}

const send = (message: ProcessMessage) => void process.send?.(message)

const thread = new Worker(new URL('./limited-thread.ts', import.meta.url), {
  workerData: { module, resultBytes: limits.resultBytes },
  resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: Math.floor(limits.memoryMb / 2) },
})
const ready = Promise.withResolvers<void>()
let watch: NodeJS.Timeout | undefined
/** A process that keeps more after a call is replaced, so that the next call has its share. */
let maxKeptBytes = memoryBytes

process.on('message', async ({ name, input }: Call) => {
  await ready.promise
  send('begun')
  const begin = process.cpuUsage()
  watch = setInterval(() => checkLimits(begin), intervalMs)
  thread.postMessage({ name, input })
})

function checkLimits(begin: NodeJS.CpuUsage) {
  const { user, system } = process.cpuUsage(begin)
  if (process.memoryUsage.rss() > memoryBytes) endProcess('SIGABRT')
  if ((user + system) / 1_000 > limits.processorMs) endProcess('SIGXCPU')
}

thread
  .on('message', async (message: ThreadMessage) => {
    if (message === 'ready') {
      await setSystemLimits(memoryBytes)
      maxKeptBytes = (process.memoryUsage.rss() + memoryBytes) / 2
      return ready.resolve()
    }
    clearInterval(watch)
    send({ result: message, isLastCall: process.memoryUsage.rss() > maxKeptBytes })
  })
  // Without a heap, or without anything left to do although the call has not ended.
  .on('error', () => process.exit(1))
  .on('exit', () => process.exit(1))
