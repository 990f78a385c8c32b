import { type Context, inTransaction } from '#context.ts'
import { applyChanges } from './apply-pending.ts'
import { buildDocument, postingKey } from './document.ts'
import { profiles, versions } from './pending-queries.ts'
import { postings } from './posting-queries.ts'
import { emptyTables } from './rebuild-queries.ts'

const hasKeys = async (ctx: Context, prefix: string) =>
  (await postings.withPrefix.maybe(ctx, { from: prefix, until: `${prefix}\u{10ffff}` })) !== null

/** Returns whether an earlier version built the index: then it has no initials of names. */
async function isIndexOutdated(ctx: Context): Promise<boolean> {
  const initial = postingKey.initial('')
  for (const visible of [(key: string) => key, postingKey.private])
    if ((await hasKeys(ctx, visible(postingKey.all))) && !(await hasKeys(ctx, visible(initial)))) return true
  return false
}

/** Warns at the start, because an outdated index finds and ranks less. */
export async function warnOfOutdatedIndex(ctx: Context): Promise<void> {
  if (await isIndexOutdated(ctx))
    ctx.log.warn({}, 'search index outdated: stop all instances and run "npm run reindex"')
}

/** Profiles per transaction. */
const batchSize = 2_048

/**
 * Rebuilds the index from the profiles, after a change of how they are indexed. Returns their number. Profiles must not
 * be changed meanwhile, and searches are incomplete. After an interruption, run it again.
 */
export async function rebuildSearchIndex(ctx: Context, tell: (done: number) => void): Promise<number> {
  const version = (await versions.current.maybe(ctx, {}))?.version ?? 0
  await inTransaction(ctx, async (tx) => {
    for (const table of emptyTables) await table.run(tx, {})
  })
  let done = 0
  for (let last = 0; ; ) {
    const rows = await profiles.after.all(ctx, { id: last, most: batchSize })
    const end = rows.at(-1)
    if (end === undefined) break
    const changed = rows.map(({ id, ...given }) => ({
      researcher_id: id,
      before: null,
      after: buildDocument(given),
    }))
    await inTransaction(ctx, (tx) => applyChanges(tx, changed))
    last = end.id
    done += rows.length
    tell(done)
  }
  // Skips a version, so that caches of earlier versions begin empty.
  await versions.add.run(ctx, { version: version + 2, keys: [], blocks: [] })
  return done
}
