import type { AnyContext, Transaction } from '#context.ts'
import type { Sentence } from '#language/sentence.ts'
import { calculateColumns, describeContent } from '../content.ts'
import { publications } from '../queries.ts'
import type { Publication } from '../schemas.ts'
import { maxPublications, tooMany } from '../service.ts'
import { joinKeys } from '../work-identity.ts'
import type { SourcedEntry, Work } from './entry.ts'
import { addKnownWork, findKnownWork, type KnownWorks, removeKnownWork } from './known-works.ts'
import type { ImportedWork } from './schemas.ts'

/** What an import stores of a publication. */
type Row = Omit<Publication, 'created_at' | 'updated_at'> & {
  work_key: string
  source_keys: string[]
  edited: boolean
}

/** An import that is under way. */
export interface Merge {
  ctx: AnyContext
  /** Null in a preview. */
  tx: Transaction | null
  researcherId: number
  known: KnownWorks
  /** The rows that the import has read or made, by id; those that a preview would add have negative ids. */
  rows: Map<number, Row>
}

type Verdict = Pick<ImportedWork, 'verdict' | 'publication_id'> & { reason: Sentence | null }

/** Stores the work, or fills or replaces the publication that it is. */
export async function mergeEntry(merge: Merge, { work, reason, ...origin }: SourcedEntry): Promise<Verdict> {
  if (work === null) return { verdict: 'refused', publication_id: null, reason }
  const found = findKnownWork(merge.known, calculateColumns(work))
  if (found.main === null) return addWork(merge, work, origin)
  const before = await readRow(merge, found.main.id)
  const others: Row[] = []
  for (const { id } of found.others) {
    others.push(await readRow(merge, id))
    await removeRow(merge, id)
  }
  const isTyped = [before, ...others].some(isEdited)
  const filled = !isTyped && isBetter(origin, before) ? replaceRow(before, work, origin) : fillRow(before, work)
  const after = others.reduce(fillRow, { ...filled, edited: isTyped && !filled.verified })
  const isChanged = others.length > 0 || describeRow(after) !== describeRow(before)
  const parts: Work[] = [work, ...others]
  const keys = joinKeys(before.source_keys, ...parts.map((part) => calculateColumns(part).work_key), after.work_key)
  await changeRow(merge, { ...after, source_keys: keys })
  return { verdict: isChanged ? 'changed' : 'existing', publication_id: toPublicId(before.id), reason: null }
}

type Origin = Pick<Row, 'source' | 'verified'>

/** Whether a person has said what the row says. */
const isEdited = ({ source, edited }: Row) => edited || source === 'manual'

/** Registration agencies say most of a work, other organizations that add it to an ORCID record less. */
const rank = ({ source, verified }: Origin) => (verified ? (source === 'orcid' ? 1 : 2) : 0)

const isBetter = (origin: Origin, row: Origin) => origin.verified && rank(origin) >= rank(row)

/** Returns the row with what a provider of records says of the work, and nothing else. */
function replaceRow(row: Row, work: Work, { source, verified }: Origin): Row {
  const content = { ...work, doi: work.doi ?? row.doi }
  return { ...row, ...content, source, verified, work_key: calculateColumns(content).work_key }
}

const toPublicId = (id: number) => (id > 0 ? id : null)

const describeRow = (row: Row) => JSON.stringify([describeContent(row), row.authors_count, row.source, row.verified])

async function addWork(merge: Merge, work: Work, { source, verified }: Origin): Promise<Verdict> {
  if (merge.known.byId.size >= maxPublications) return { verdict: 'refused', publication_id: null, reason: tooMany }
  const columns = calculateColumns(work)
  const row = { ...columns, source, verified, source_keys: [columns.work_key], edited: false }
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

/** Fills what is empty. What a provider of records has said stays as it is. */
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
