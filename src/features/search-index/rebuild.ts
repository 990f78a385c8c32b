import { type Context, inTransaction } from '#context.ts'
import { applyChanges } from './apply-pending.ts'
import { buildDocument } from './document.ts'
import { profiles, versions } from './pending-queries.ts'
import { emptyTables } from './rebuild-queries.ts'

/** Profiles brought in by one transaction. */
const batchSize = 2_048

/**
 * Builds the index anew from the profiles, for a version of the program that indexes them in another way. Answers how
 * many there are. Nobody may save a profile meanwhile, and whoever searches does not find everybody. It may be
 * interrupted, but then has to be begun again.
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
  // Numbers are left out, so that nobody takes what they remember for a version before this one.
  await versions.add.run(ctx, { version: version + 2, keys: [], blocks: [] })
  return done
}
