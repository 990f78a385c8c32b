import type { Context } from '#context.ts'
import { files, pendingObjects } from './queries.ts'

/** Rows and keys per statement. */
const together = 500
const areas = ['public', 'private'] as const

export interface FileComparison {
  /** Rows of the table `files`. */
  rows: number
  /** Rows without an object in the storage. */
  missing: { id: number; key: string }[]
  /** Rows whose object has another size. */
  different: { id: number; key: string; size: number; stored: number }[]
  /** Objects without a row that are not being stored at the moment. */
  unreferenced: { key: string; size: number }[]
}

/**
 * Compares the rows of files with the storage, both ways. Differences are checked a second time, so that it can run
 * while the service does.
 */
export async function compareFiles(ctx: Context): Promise<FileComparison> {
  const stored = new Map<string, number>()
  for (const area of areas) for await (const { key, size } of ctx.storage.walk(area)) stored.set(key, size)

  const found: FileComparison = { rows: 0, missing: [], different: [], unreferenced: [] }
  let beyond = 0
  for (;;) {
    const rows = await files.after.all(ctx, { id: beyond, most: together })
    const last = rows.at(-1)
    if (last === undefined) break
    beyond = last.id
    found.rows += rows.length
    for (const { id, key, size } of rows) {
      const there = stored.get(key)
      stored.delete(key)
      if (there === undefined) found.missing.push({ id, key })
      else if (there !== size) found.different.push({ id, key, size, stored: there })
    }
  }
  found.missing = await filterStillMissing(ctx, found.missing)
  found.unreferenced = await filterStillUnreferenced(ctx, [...stored])
  return found
}

/** Removes rows that were deleted, or whose file was stored, meanwhile. */
async function filterStillMissing(ctx: Context, missing: FileComparison['missing']) {
  const still: FileComparison['missing'] = []
  for (const one of missing)
    if ((await files.byId.maybe(ctx, { id: one.id })) !== null && !(await isStored(ctx, one.key))) still.push(one)
  return still
}

async function isStored(ctx: Context, key: string): Promise<boolean> {
  for await (const { key: found } of ctx.storage.walk(key.slice(0, key.lastIndexOf('/'))))
    if (found === key) return true
  return false
}

/** Removes objects that have a row now, or are registered as pending. */
async function filterStillUnreferenced(ctx: Context, left: readonly (readonly [string, number])[]) {
  const still: FileComparison['unreferenced'] = []
  for (let at = 0; at < left.length; at += together) {
    const slice = left.slice(at, at + together)
    const keys = slice.map(([key]) => key)
    const known = new Set([
      ...(await files.byKeys.all(ctx, { keys })).map(({ key }) => key),
      ...(await pendingObjects.known.all(ctx, { keys })).map(({ key }) => key),
    ])
    for (const [key, size] of slice) if (!known.has(key)) still.push({ key, size })
  }
  return still
}
