import { inTransaction, type Transaction } from '#context.ts'
import { defineTask, enqueue } from '#platform/tasks.ts'
import { addTo, type Bitmap, chunkOf, readChunk, removeFrom, storedChunk } from './bitmaps.ts'
import { breathe } from './breathe.ts'
import { type Entry, entryOf, type Findable, type TermKind } from './entries.ts'
import { blockOf, blockSize, changedBlock, countedKinds, facetBytes, termsOf } from './facets.ts'
import { spellings as spellingsOf } from './language/distance.ts'
import { entries, type Pending, pending, versions } from './pending/queries.ts'
import { Pile } from './pile.ts'
import {
  type BlockRow,
  facetBlocks,
  postings,
  type StoredRow,
  spellings,
  type TermRow,
  terms,
} from './queries.ts'

/** Profiles brought into the sets by one transaction: few where whoever saves one meanwhile waits for its end. */
const atOnce = { sqlite: 2, postgres: 32 }
/** Rows of the index that one statement reads or writes, so that none holds the event loop for long. */
const rowsAtOnce = 300
/** Who remembers sets of an older version than these begins anew. */
const versionsKept = 500

/** What a researcher was found by, for `keepFound`. */
export async function foundBy(tx: Transaction, id: number): Promise<Findable | null> {
  return entries.ofResearcher.maybe(tx, { id })
}

/**
 * Says in the transaction that changes a profile what it is found by from now on. One row is written, which every
 * search reads; the sets follow in the background, so that people who save at one moment do not meet on their rows.
 */
export async function keepFound(tx: Transaction, id: number, before: Findable | null): Promise<void> {
  const after = await foundBy(tx, id)
  const entryBefore = before && entryOf(before)
  await breathe()
  const entryAfter = after && entryOf(after)
  await breathe()
  await pending.put.run(tx, { researcher_id: id, before: entryBefore, after: entryAfter })
  await enqueue(tx, foldSearchIndex, {}, { key: 'fold-search-index' })
}

/** Brings the sets of the index up to date with the profiles that changed. */
export const foldSearchIndex = defineTask<Record<string, never>>({
  kind: 'fold_search_index',
  async handle(ctx) {
    while ((await inTransaction(ctx, fold)) === atOnce[ctx.db.engine]) await breathe()
  },
})

async function fold(tx: Transaction): Promise<number> {
  const changed = await pending.first.all(tx, { most: atOnce[tx.db.engine] })
  if (changed.length === 0) return 0
  const { keys, blocks } = await bringIn(tx, changed)
  const version = ((await versions.current.maybe(tx, {}))?.version ?? 0) + 1
  await versions.add.run(tx, { version, keys, blocks })
  await versions.forget.run(tx, { until: version - versionsKept })
  await pending.remove.run(tx, { ids: changed.map(({ researcher_id }) => researcher_id) })
  return changed.length
}

/** Brings profiles into the sets, terms and facets; answers the keys and the blocks that changed. */
export async function bringIn(tx: Transaction, changed: readonly Pending[]) {
  const keys = await foldPostings(tx, changed)
  await foldTerms(tx, changed)
  await breathe()
  return { keys, blocks: await foldFacets(tx, changed) }
}

/** That a researcher has a key from now on, or has it no more. */
interface Change {
  id: number
  key: string
  isIn: boolean
}

/** Answers the keys whose sets changed. */
async function foldPostings(tx: Transaction, changed: readonly Pending[]): Promise<string[]> {
  const touched = changed.flatMap(({ researcher_id: id, before, after }) => {
    const [had, has] = [new Set(before?.keys), new Set(after?.keys)]
    return [...had.symmetricDifference(has)].map((key): Change => ({ id, key, isIn: has.has(key) }))
  })
  const byKey = Map.groupBy(touched, ({ key }) => key)
  for (const some of portions([...byKey.values()])) {
    await foldSets(tx, some.flat())
    await breathe()
  }
  return [...byKey.keys()]
}

async function foldSets(tx: Transaction, changes: readonly Change[]): Promise<void> {
  const sets = new Map<string, { key: string; chunk: number; set: Bitmap }>()
  const placeOf = (key: string, chunk: number) => `${chunk} ${key}`
  for (const { id, key } of changes)
    sets.set(placeOf(key, chunkOf(id)), { key, chunk: chunkOf(id), set: new Map() })
  const keys = [...new Set(changes.map(({ key }) => key))]
  const chunks = [...new Set(changes.map(({ id }) => chunkOf(id)))]
  for (const { key, chunk, docs } of await postings.inChunks.all(tx, { keys, chunks })) {
    const known = sets.get(placeOf(key, chunk))
    if (known) readChunk(known.set, chunk, docs)
  }
  for (const { id, key, isIn } of changes) {
    const set = sets.get(placeOf(key, chunkOf(id)))?.set
    if (set && isIn) addTo(set, id)
    else if (set) removeFrom(set, id)
  }
  const bytes = new Pile()
  const rows = [...sets.values()].map(
    ({ key, chunk, set }): StoredRow => [key, chunk, ...bytes.put(storedChunk(set, chunk))],
  )
  await postings.put.run(tx, { rows, bytes: bytes.all() })
}

const portions = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / rowsAtOnce) }, (_, index) =>
    list.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  )

const termKey = ([kind, term]: readonly [TermKind, string, ...unknown[]]) => `${kind} ${term}`

async function foldTerms(tx: Transaction, changed: readonly Pending[]): Promise<void> {
  const changes = new Map<string, [TermKind, string, string, number]>()
  const count = (entry: Entry | null, change: number) => {
    for (const [kind, term, label] of entry?.terms ?? []) {
      const known = changes.get(termKey([kind, term]))
      if (known) known[3] += change
      else changes.set(termKey([kind, term]), [kind, term, label, change])
    }
  }
  for (const { before, after } of changed) {
    count(after, 1)
    count(before, -1)
  }
  const counted = [...changes.values()].filter(([, , , change]) => change !== 0)
  const unlisted = changed.flatMap(({ after }) => after?.unlisted ?? []).map((term) => [...term, 0] as const)
  // PostgreSQL takes no row twice in one statement; one that is counted has its label from those who may be seen.
  const rows = new Map([...unlisted, ...counted].map((row): [string, TermRow] => [termKey(row), row]))
  for (const some of portions([...rows.values()])) await foldSomeTerms(tx, some)
}

async function foldSomeTerms(tx: Transaction, rows: TermRow[]): Promise<void> {
  const words = rows.filter(([kind]) => kind === 'word').map(([, term]) => term)
  const known = new Set((await terms.ofKind.all(tx, { kind: 'word', terms: words })).map(({ term }) => term))
  await terms.count.run(tx, { rows })
  await breathe()
  const fresh = words.filter((word) => !known.has(word))
  for (const some of portions(
    fresh.flatMap((word) => spellingsOf(word).map((one) => [one, word] as const)),
  )) {
    await spellings.add.run(tx, { rows: some })
    await breathe()
  }
}

/** Answers the blocks that changed. */
async function foldFacets(tx: Transaction, changed: readonly Pending[]): Promise<number[]> {
  const ids = new Map<string, number>()
  for (const kind of countedKinds) {
    const values = changed.flatMap(({ after }) => (after === null ? [] : termsOf(after, kind)))
    const rows = await terms.ofKind.all(tx, { kind, terms: values.map(([, term]) => term) })
    for (const { id, term } of rows) ids.set(`${kind} ${term}`, id)
  }
  const idOf = (kind: string, term: string) => ids.get(`${kind} ${term}`) ?? 0
  const blocks = Map.groupBy(changed, ({ researcher_id }) => blockOf(researcher_id))
  const stored = await facetBlocks.inBlocks.all(tx, { blocks: [...blocks.keys()] })
  const bytes = new Pile()
  const rows = [...blocks].map(([block, members]): BlockRow => {
    const parts = members.map(
      ({ researcher_id, after }) => [researcher_id % blockSize, facetBytes(after, idOf)] as const,
    )
    const before = stored.find((one) => one.block === block)?.facets
    return [block, ...bytes.put(changedBlock(before, new Map(parts)))] as const
  })
  await facetBlocks.put.run(tx, { rows, bytes: bytes.all() })
  return [...blocks.keys()]
}
