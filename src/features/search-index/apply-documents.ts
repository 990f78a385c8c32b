/** Brings changed documents into the posting lists, the vocabulary and the facets. */

import {
  blockSize,
  countedKinds,
  createSpellings,
  encodeFacets,
  getBlockNumber,
  type IndexDocument,
  listTerms,
  PackedBytes,
  replaceParts,
  type TermKind,
  waitForEventLoop,
} from '@research-platform/search-engine'
import type { Transaction } from '#context.ts'
import type { TableCopy } from '#database/query/expressions.ts'
import { applyPostings } from './apply-postings.ts'
import type { Area } from './area.ts'
import { type BlockRow, facetBlocks } from './posting-queries.ts'
import { splitBatches } from './statement-batches.ts'
import { spellings, type TermRow, terms } from './term-queries.ts'

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
