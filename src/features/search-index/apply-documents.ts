/** Brings changed documents into the posting lists, the vocabulary and the facets. */

import {
  addTo,
  type Bitmap,
  blockSize,
  countedKinds,
  createSpellings,
  decodeChunk,
  encodeChunk,
  encodeFacets,
  getBlockNumber,
  getChunkNumber,
  type IndexDocument,
  listTerms,
  PackedBytes,
  removeFrom,
  replaceParts,
  type TermKind,
  waitForEventLoop,
} from '@research-platform/search-engine'
import type { Transaction } from '#context.ts'
import type { TableCopy } from '#database/query/expressions.ts'
import type { Area } from './area.ts'
import {
  type BlockRow,
  facetBlocks,
  postings,
  type StoredRow,
  spellings,
  type TermRow,
  terms,
} from './posting-queries.ts'

/** Rows read or written by one statement, so that none blocks the event loop for long. */
const rowsPerStatement = 300

/** A document as the index knows it, and as it is now. */
export interface ChangedDocument {
  id: number
  before: IndexDocument | null
  after: IndexDocument | null
}

/** Applies documents to the posting lists, terms and facets of a copy; returns the changed keys and blocks. */
export async function applyChanges(tx: Transaction, copy: TableCopy, changed: readonly ChangedDocument[]) {
  const keys = await applyDocuments(tx, { table: copy, prefix: '' }, changed)
  return { keys, blocks: await applyFacets(tx, copy, changed) }
}

/** Applies documents to the posting lists and terms of an area; returns the changed keys, without the prefix. */
export async function applyDocuments(tx: Transaction, area: Area, changed: readonly ChangedDocument[]) {
  const keys = await applyPostings(tx, area, changed)
  await applyTerms(tx, area, changed)
  await waitForEventLoop()
  return keys
}

/** Adds a document to a posting list, or removes it. */
interface Change {
  id: number
  key: string
  isIn: boolean
}

/** Returns the keys whose posting lists changed. */
async function applyPostings(tx: Transaction, area: Area, changed: readonly ChangedDocument[]): Promise<string[]> {
  const touched = changed.flatMap(({ id, before, after }) => {
    const [had, has] = [new Set(before?.keys), new Set(after?.keys)]
    return [...had.symmetricDifference(has)].map((key): Change => ({ id, key, isIn: has.has(key) }))
  })
  const byKey = Map.groupBy(touched, ({ key }) => key)
  for (const some of splitBatches([...byKey.values()])) {
    await updatePostingLists(tx, area, some.flat())
    await waitForEventLoop()
  }
  return [...byKey.keys()]
}

async function updatePostingLists(tx: Transaction, { table, prefix }: Area, changes: readonly Change[]): Promise<void> {
  const sets = new Map<string, { key: string; chunk: number; set: Bitmap }>()
  const chunkKey = (key: string, chunk: number) => `${chunk} ${key}`
  for (const { id, key } of changes)
    sets.set(chunkKey(key, getChunkNumber(id)), { key, chunk: getChunkNumber(id), set: new Map() })
  const keys = [...new Set(changes.map(({ key }) => prefix + key))]
  const chunks = [...new Set(changes.map(({ id }) => getChunkNumber(id)))]
  for (const { key, chunk, docs } of await postings.inChunks.all(tx, { keys, chunks }, table)) {
    const known = sets.get(chunkKey(key.slice(prefix.length), chunk))
    if (known) decodeChunk(known.set, chunk, docs)
  }
  for (const { id, key, isIn } of changes) {
    const set = sets.get(chunkKey(key, getChunkNumber(id)))?.set
    if (set && isIn) addTo(set, id)
    else if (set) removeFrom(set, id)
  }
  const bytes = new PackedBytes()
  const rows = [...sets.values()].map(
    ({ key, chunk, set }): StoredRow => [prefix + key, chunk, ...bytes.append(encodeChunk(set, chunk))],
  )
  await postings.put.run(tx, { rows, bytes: bytes.toBuffer() }, table)
}

const splitBatches = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / rowsPerStatement) }, (_, index) =>
    list.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  )

const termKey = ([kind, term]: readonly [TermKind, string, ...unknown[]]) => `${kind} ${term}`

async function applyTerms(tx: Transaction, area: Area, changed: readonly ChangedDocument[]): Promise<void> {
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
  for (const some of splitBatches([...rows.values()])) await updateTerms(tx, area, some)
}

async function updateTerms(tx: Transaction, { table, prefix }: Area, rows: readonly TermRow[]): Promise<void> {
  const stored = rows.map(([kind, term, label, change]): TermRow => [kind, prefix + term, label, change])
  const words = stored.filter(([kind]) => kind === 'word').map(([, term]) => term)
  const known = new Set((await terms.ofKind.all(tx, { kind: 'word', terms: words }, table)).map(({ term }) => term))
  await terms.count.run(tx, { rows: stored }, table)
  await waitForEventLoop()
  const fresh = words.filter((word) => !known.has(word))
  for (const some of splitBatches(fresh.flatMap((word) => listSpellingRows(word, prefix)))) {
    await spellings.add.run(tx, { rows: some }, table)
    await waitForEventLoop()
  }
}

/** The spellings of a stored word, each with the word. */
const listSpellingRows = (word: string, prefix: string) =>
  createSpellings(word.slice(prefix.length)).map((spelling) => [prefix + spelling, word] as const)

/** Returns the changed blocks. */
async function applyFacets(tx: Transaction, copy: TableCopy, changed: readonly ChangedDocument[]): Promise<number[]> {
  const ids = new Map<string, number>()
  for (const kind of countedKinds) {
    const values = changed.flatMap(({ after }) => (after === null ? [] : listTerms(after, kind)))
    const rows = await terms.ofKind.all(tx, { kind, terms: values.map(([, term]) => term) }, copy)
    for (const { id, term } of rows) ids.set(`${kind} ${term}`, id)
  }
  const findTermId = (kind: string, term: string) => ids.get(`${kind} ${term}`) ?? 0
  const blocks = Map.groupBy(changed, ({ id }) => getBlockNumber(id))
  const stored = await facetBlocks.inBlocks.all(tx, { blocks: [...blocks.keys()] }, copy)
  const bytes = new PackedBytes()
  const rows = [...blocks].map(([block, members]): BlockRow => {
    const parts = members.map(({ id, after }) => [id % blockSize, encodeFacets(after, findTermId)] as const)
    const before = stored.find((one) => one.block === block)?.facets
    return [block, ...bytes.append(replaceParts(before, new Map(parts)))] as const
  })
  await facetBlocks.put.run(tx, { rows, bytes: bytes.toBuffer() }, copy)
  return [...blocks.keys()]
}
