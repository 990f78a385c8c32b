import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, runInTransaction } from '#context.ts'
import { rethrowUnlessMissing } from '#core/missing-files.ts'
import { subtractDuration, systemClock } from '#core/time.ts'
import { defineTask } from '#platform/tasks.ts'
import { uploads } from './chunks/queries.ts'
import { removeUpload } from './chunks/service.ts'
import { pendingObjects } from './queries.ts'

/** Uploads without activity for this time are abandoned. */
const keptFor = { hours: 24 }
const sweptAtOnce = 200

/** Removes abandoned uploads, and orphans in the storage and on the disk. */
export const sweepFiles = defineTask<Record<string, never>>({
  kind: 'sweep_files',
  async handle(ctx) {
    await sweepUploads(ctx, subtractDuration(ctx.clock.now(), keptFor))
    // By the system's clock: a file may be arriving at the moment, and the clock of a sandbox may be advanced by days.
    const until = subtractDuration(systemClock.now(), keptFor)
    await sweepObjects(ctx, until)
    await sweepIncoming(ctx, until)
  },
})

async function sweepUploads(ctx: Context, until: string) {
  let swept: number
  do {
    swept = await runInTransaction(ctx, async (tx) => {
      const stale = await uploads.stale.all(tx, { until, most: sweptAtOnce })
      for (const { id } of stale) await removeUpload(tx, id)
      return stale.length
    })
  } while (swept === sweptAtOnce)
}

async function sweepObjects(ctx: Context, until: string) {
  let swept: number
  do {
    const keys = (await pendingObjects.old.all(ctx, { until, most: sweptAtOnce })).map(({ key }) => key)
    for (const key of keys) await ctx.storage.remove(key)
    swept = await pendingObjects.removeAll.run(ctx, { keys })
  } while (swept === sweptAtOnce)
}

async function sweepIncoming({ storage }: Context, until: string) {
  // The folder is missing until the first file arrives.
  for (const name of (await rethrowUnlessMissing(readdir(storage.incomingFolder))) ?? []) {
    const path = join(storage.incomingFolder, name)
    // It may be moved or removed concurrently.
    const found = await rethrowUnlessMissing(stat(path))
    if (found !== null && found.mtime.toISOString() < until) await rm(path, { recursive: true, force: true })
  }
}
