import type { AnyContext, Transaction } from '#context.ts'
import type { Sentence } from '#language/sentence.ts'
import { calculateColumns } from '../content.ts'
import { publications } from '../queries.ts'
import { joinKeys } from '../same-work.ts'
import type { Publication } from '../schemas.ts'
import { mostPublications, tooMany } from '../service.ts'
import type { Entry, Work } from './entry.ts'
import { addKnownWork, findKnownWork, type KnownWorks, removeKnownWork } from './known-works.ts'
import type { ImportedWork } from './schemas.ts'

/** What an import stores of a publication. */
type Row = Omit<Publication, 'created_at' | 'updated_at'> & { work_key: string; source_keys: string[] }

/** An import that is under way. */
export interface Merge {
  ctx: AnyContext
  /** Null in a preview. */
  tx: Transaction | null
  researcherId: number
  source: Publication['source']
  known: KnownWorks
  /** The rows that the import has read or made, by id; those that a preview would add have negative ids. */
  rows: Map<number, Row>
}

type Verdict = Pick<ImportedWork, 'verdict' | 'publication_id'> & { reason: Sentence | null }

/** Stores the work, or fills the publication that it is. */
export async function mergeEntry(merge: Merge, { work, reason }: Entry): Promise<Verdict> {
  if (work === null) return { verdict: 'refused', publication_id: null, reason }
  const found = findKnownWork(merge.known, calculateColumns(work))
  if (found.main === null) return addWork(merge, work)
  const before = await readRow(merge, found.main.id)
  const parts: Work[] = [work]
  for (const { id } of found.others) {
    parts.push(await readRow(merge, id))
    await removeRow(merge, id)
  }
  const after = parts.reduce(fillRow, before)
  const isChanged = found.others.length > 0 || describeRow(after) !== describeRow(before)
  const keys = joinKeys(before.source_keys, ...parts.map((part) => calculateColumns(part).work_key), after.work_key)
  await changeRow(merge, { ...after, source_keys: keys })
  return { verdict: isChanged ? 'changed' : 'existing', publication_id: toPublicId(before.id), reason: null }
}

const toPublicId = (id: number) => (id > 0 ? id : null)

const describeRow = ({ source_keys, ...row }: Row) => JSON.stringify(row)

async function addWork(merge: Merge, work: Work): Promise<Verdict> {
  if (merge.known.byId.size >= mostPublications) return { verdict: 'refused', publication_id: null, reason: tooMany }
  const columns = calculateColumns(work)
  const row = { ...columns, source: merge.source, verified: false, source_keys: [columns.work_key] }
  const { id } =
    merge.tx === null
      ? { id: -1 - merge.rows.size }
      : await publications.add.one(merge.tx, { ...row, researcher_id: merge.researcherId, now: merge.tx.clock.now() })
  remember(merge, { ...row, id })
  return { verdict: 'imported', publication_id: toPublicId(id), reason: null }
}

function remember({ rows, known }: Merge, row: Row): void {
  rows.set(row.id, row)
  addKnownWork(known, row)
}

async function readRow({ ctx, researcherId, rows }: Merge, id: number): Promise<Row> {
  const row = rows.get(id)
  if (row !== undefined) return row
  const { created_at, updated_at, ...stored } = await publications.byId.one(ctx, { researcher_id: researcherId, id })
  return { ...stored, ...calculateColumns(stored) }
}

async function removeRow({ tx, known }: Merge, id: number): Promise<void> {
  removeKnownWork(known, id)
  if (tx !== null) await publications.remove.run(tx, { id })
}

async function changeRow(merge: Merge, row: Row): Promise<void> {
  if (merge.tx !== null)
    await publications.change.run(merge.tx, { ...row, issued: calculateColumns(row).issued, now: merge.tx.clock.now() })
  remember(merge, row)
}

/** Fills what is empty. What a registration agency has said stays as it is. */
function fillRow(row: Row, work: Work): Row {
  if (row.verified) return row
  const hasAuthors = row.authors.length > 0
  const filled = {
    ...row,
    authors: hasAuthors ? row.authors : work.authors,
    authors_count: hasAuthors ? row.authors_count : work.authors_count,
    container_title: row.container_title || work.container_title,
    type: row.type === 'document' ? work.type : row.type,
    doi: row.doi ?? work.doi,
    url: row.url ?? work.url,
    abstract: row.abstract || work.abstract,
    ...fillDates(row, work),
  }
  return { ...filled, work_key: calculateColumns(filled).work_key }
}

/** A date is more than its year; that of another year is none of this work. */
function fillDates(row: Row, { year, date }: Work) {
  if (row.year === null) return { year, date }
  const isLonger = row.year === year && (date?.length ?? 0) > (row.date?.length ?? 0)
  return { year: row.year, date: isLonger ? date : row.date }
}
