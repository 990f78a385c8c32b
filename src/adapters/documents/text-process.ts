/**
 * A process that takes the text out of one document for `text.ts`. The document is read in a thread of it, so that this
 * thread can end the process when it takes too much memory, whatever the other one does.
 */

import { Worker } from 'node:worker_threads'
import { isMemoryScarce } from '#core/low-memory.ts'
import type { Extracted } from './text.ts'

/** Of the whole process, which has about 70 MB before it reads anything. */
const mostMemoryBytes = (isMemoryScarce ? 150 : 400) * 1024 * 1024
const intervalMs = 20

setInterval(() => {
  if (process.memoryUsage.rss() > mostMemoryBytes) process.exit(1)
}, intervalMs)

// The service has ended.
process.on('disconnect', () => process.exit())
process.once('message', (document: Uint8Array) => {
  const worker = new Worker(new URL('./text-worker.ts', import.meta.url), {
    workerData: document,
    resourceLimits: { maxOldGenerationSizeMb: 200 },
  })
  const answer = (extracted: Extracted) => process.send?.(extracted, () => process.exit())
  worker.once('message', answer)
  worker.once('error', () => answer({ text: null }))
})
