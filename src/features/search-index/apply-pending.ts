import { runInTransaction, type Transaction } from '#context.ts'
import type { TableCopy } from '#database/query/expressions.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { addTo, type Bitmap, decodeChunk, encodeChunk, getChunkNumber, removeFrom } from './bitmaps.ts'
import { copies, getOtherCopy } from './copy-queries.ts'
import { buildDocument, type IndexDocument, type IndexedProfile, type TermKind } from './document.ts'
import { blockSize, countedKinds, encodeFacets, getBlockNumber, listTerms, replaceParts } from './facets.ts'
import { createSpellings } from './language/distance.ts'
import { PackedBytes } from './packed-bytes.ts'
import { type PendingDocument, pendingDocuments, profiles, versions } from './pending-queries.ts'
import {
  type BlockRow,
  facetBlocks,
  postings,
  type StoredRow,
  spellings,
  type TermRow,
  terms,
} from './posting-queries.ts'
import { waitForEventLoop } from './yield.ts'

/** Documents applied in one transaction: few on SQLite, where writers wait for its end. */
const batchSize = { sqlite: 2, postgres: 32 }
/** Rows read or written by one statement, so that none blocks the event loop for long. */
const rowsPerStatement = 300
/** A cache that is older than these versions begins empty. */
const keptVersions = 500

/** Reads what the index knows of a profile, for `queueDocument`. */
export async function readProfile(tx: Transaction, id: number): Promise<IndexedProfile | null> {
  return profiles.ofResearcher.maybe(tx, { id })
}

/**
 * Queues the new document of a profile, in the transaction that changes the profile. It writes one row, which every
 * search reads. The posting lists are updated in the background, so that concurrent changes of profiles do not conflict
 * on their rows.
 */
export async function queueDocument(tx: Transaction, id: number, before: IndexedProfile | null): Promise<void> {
  const after = await readProfile(tx, id)
  const entryBefore = before && buildDocument(before)
  await waitForEventLoop()
  const entryAfter = after && buildDocument(after)
  await waitForEventLoop()
  const document = { researcher_id: id, before: entryBefore, after: entryAfter }
  const { active, building_version, position } = await copies.state.one(tx, {})
  await pendingDocuments.put.run(tx, document, active)
  const isInOther = building_version !== null && id <= position
  if (isInOther) await pendingDocuments.put.run(tx, document, getOtherCopy(active))
  await addTask(tx, applyPendingDocuments, {}, { key: 'apply-pending-documents' })
}

/** Applies the queued documents to the active copy of the index. */
export const applyPendingDocuments = defineTask<Record<string, never>>({
  kind: 'apply_pending_documents',
  async handle(ctx) {
    while ((await runInTransaction(ctx, applyBatch)) === batchSize[ctx.db.engine]) await waitForEventLoop()
  },
})

async function applyBatch(tx: Transaction): Promise<number> {
  const { active, version } = await versions.current.one(tx, {})
  const { applied, keys, blocks } = await applyPending(tx, active, batchSize[tx.db.engine])
  if (applied === 0) return 0
  await versions.add.run(tx, { version: version + 1, keys, blocks })
  await versions.forget.run(tx, { until: version + 1 - keptVersions })
  return applied
}

/** Applies some queued documents to a copy of the index; returns their number and the changed keys and blocks. */
export async function applyPending(tx: Transaction, copy: TableCopy, most: number) {
  const changed = await pendingDocuments.first.all(tx, { most }, copy)
  if (changed.length === 0) return { applied: 0, keys: [], blocks: [] }
  const { keys, blocks } = await applyChanges(tx, copy, changed)
  await pendingDocuments.remove.run(tx, { ids: changed.map(({ researcher_id }) => researcher_id) }, copy)
  return { applied: changed.length, keys, blocks }
}

/** Applies documents to the posting lists, terms and facets of a copy; returns the changed keys and blocks. */
export async function applyChanges(tx: Transaction, copy: TableCopy, changed: readonly PendingDocument[]) {
  const keys = await applyPostings(tx, copy, changed)
  await applyTerms(tx, copy, changed)
  await waitForEventLoop()
  return { keys, blocks: await applyFacets(tx, copy, changed) }
}

/** Adds a document to a posting list, or removes it. */
interface Change {
  id: number
  key: string
  isIn: boolean
}

/** Returns the keys whose posting lists changed. */
async function applyPostings(tx: Transaction, copy: TableCopy, changed: readonly PendingDocument[]): Promise<string[]> {
  const touched = changed.flatMap(({ researcher_id: id, before, after }) => {
    const [had, has] = [new Set(before?.keys), new Set(after?.keys)]
    return [...had.symmetricDifference(has)].map((key): Change => ({ id, key, isIn: has.has(key) }))
  })
  const byKey = Map.groupBy(touched, ({ key }) => key)
  for (const some of splitBatches([...byKey.values()])) {
    await updatePostingLists(tx, copy, some.flat())
    await waitForEventLoop()
  }
  return [...byKey.keys()]
}

async function updatePostingLists(tx: Transaction, copy: TableCopy, changes: readonly Change[]): Promise<void> {
  const sets = new Map<string, { key: string; chunk: number; set: Bitmap }>()
  const chunkKey = (key: string, chunk: number) => `${chunk} ${key}`
  for (const { id, key } of changes)
    sets.set(chunkKey(key, getChunkNumber(id)), { key, chunk: getChunkNumber(id), set: new Map() })
  const keys = [...new Set(changes.map(({ key }) => key))]
  const chunks = [...new Set(changes.map(({ id }) => getChunkNumber(id)))]
  for (const { key, chunk, docs } of await postings.inChunks.all(tx, { keys, chunks }, copy)) {
    const known = sets.get(chunkKey(key, chunk))
    if (known) decodeChunk(known.set, chunk, docs)
  }
  for (const { id, key, isIn } of changes) {
    const set = sets.get(chunkKey(key, getChunkNumber(id)))?.set
    if (set && isIn) addTo(set, id)
    else if (set) removeFrom(set, id)
  }
  const bytes = new PackedBytes()
  const rows = [...sets.values()].map(
    ({ key, chunk, set }): StoredRow => [key, chunk, ...bytes.append(encodeChunk(set, chunk))],
  )
  await postings.put.run(tx, { rows, bytes: bytes.toBuffer() }, copy)
}

const splitBatches = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / rowsPerStatement) }, (_, index) =>
    list.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  )

const termKey = ([kind, term]: readonly [TermKind, string, ...unknown[]]) => `${kind} ${term}`

async function applyTerms(tx: Transaction, copy: TableCopy, changed: readonly PendingDocument[]): Promise<void> {
  const changes = new Map<string, [TermKind, string, string, number]>()
  const count = (entry: IndexDocument | null, change: number) => {
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
  const unlisted = changed.flatMap(({ after }) => after?.privateTerms ?? []).map((term) => [...term, 0] as const)
  // PostgreSQL accepts each row once per statement; a counted term takes its label from a public profile.
  const rows = new Map([...unlisted, ...counted].map((row): [string, TermRow] => [termKey(row), row]))
  for (const some of splitBatches([...rows.values()])) await updateTerms(tx, copy, some)
}

async function updateTerms(tx: Transaction, copy: TableCopy, rows: TermRow[]): Promise<void> {
  const words = rows.filter(([kind]) => kind === 'word').map(([, term]) => term)
  const known = new Set((await terms.ofKind.all(tx, { kind: 'word', terms: words }, copy)).map(({ term }) => term))
  await terms.count.run(tx, { rows }, copy)
  await waitForEventLoop()
  const fresh = words.filter((word) => !known.has(word))
  for (const some of splitBatches(fresh.flatMap((word) => createSpellings(word).map((one) => [one, word] as const)))) {
    await spellings.add.run(tx, { rows: some }, copy)
    await waitForEventLoop()
  }
}

/** Returns the changed blocks. */
async function applyFacets(tx: Transaction, copy: TableCopy, changed: readonly PendingDocument[]): Promise<number[]> {
  const ids = new Map<string, number>()
  for (const kind of countedKinds) {
    const values = changed.flatMap(({ after }) => (after === null ? [] : listTerms(after, kind)))
    const rows = await terms.ofKind.all(tx, { kind, terms: values.map(([, term]) => term) }, copy)
    for (const { id, term } of rows) ids.set(`${kind} ${term}`, id)
  }
  const findTermId = (kind: string, term: string) => ids.get(`${kind} ${term}`) ?? 0
  const blocks = Map.groupBy(changed, ({ researcher_id }) => getBlockNumber(researcher_id))
  const stored = await facetBlocks.inBlocks.all(tx, { blocks: [...blocks.keys()] }, copy)
  const bytes = new PackedBytes()
  const rows = [...blocks].map(([block, members]): BlockRow => {
    const parts = members.map(
      ({ researcher_id, after }) => [researcher_id % blockSize, encodeFacets(after, findTermId)] as const,
    )
    const before = stored.find((one) => one.block === block)?.facets
    return [block, ...bytes.append(replaceParts(before, new Map(parts)))] as const
  })
  await facetBlocks.put.run(tx, { rows, bytes: bytes.toBuffer() }, copy)
  return [...blocks.keys()]
}
