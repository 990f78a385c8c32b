import {
  buildTextDocument,
  createTextSubject,
  type IndexDocument,
  type IndexedText,
  type Subject,
} from '@research-platform/search-engine'
import type { SearchedList } from '#database/tables/search.ts'
import type { Area } from '../area.ts'
import type { ProfileText } from '../cache.ts'
import { createLagQueries, createTextQueries, type TextColumns } from './queries.ts'

/** Increase it when lists are indexed in another way; they are built anew. The keys begin with it; a migration removes those of the format before. */
export const listFormat = 2

/** Returns the row behind which an index that is not whole is built: the first one if it is of another format. */
export const getBuildStart = ({ format, position }: { format: number; position: number }): number =>
  format === 0 ? position : 0

/** What the index of a list is made of. */
interface Declared<Text> {
  list: SearchedList
  columns: TextColumns<Text>
  /** What people call a row of the list, such as `course`: every row answers to it. */
  kinds: string
  toDocument: (text: Text) => IndexedText
  /** The texts of a row for highlights, the most important first. */
  listTexts: (text: Text) => readonly ProfileText[]
}

/** The index of a list. */
export interface ListIndex {
  readonly list: SearchedList
  /** The table of the list, whose changes triggers name. */
  readonly table: SearchedList
  /** The columns that the index reads. */
  readonly columns: Readonly<Record<string, 'text' | 'json'>>
  readonly area: Area
  readonly subject: Subject
  /** Reads some of the rows that changed. */
  readChanged: (ctx: Reading, limit: number) => Promise<ChangedRow[]>
  /** Reads the documents of rows, without those of rows that do not exist. */
  readDocuments: (ctx: Reading, ids: readonly number[]) => Promise<Map<number, IndexDocument>>
  readDocumentsAfter: (ctx: Reading, slice: { position: number; limit: number }) => Promise<ReadDocument[]>
  listIdsAfter: (ctx: Reading, slice: { position: number; limit: number }) => Promise<number[]>
  /** Counts the rows that the index does not have as they are, `position` being the last one of an index that is being built. */
  measure: (ctx: Reading, position: number | null) => Promise<{ unindexed: number; total: number }>
  readTexts: (ctx: Reading, ids: readonly number[]) => Promise<{ id: number; texts: readonly ProfileText[] }[]>
}

type Reading = Parameters<ReturnType<typeof createTextQueries>['ofRows']['all']>[0]

interface ReadDocument {
  id: number
  document: IndexDocument
}

interface ChangedRow {
  id: number
  /** The last change that `after` contains. */
  last: number
  before: IndexDocument | null
  after: IndexDocument | null
}

/** Defines the index of a list; see the one of job posts, `features/jobs/posts/search.ts`. */
export function defineListIndex<Text>({ list, columns, kinds, toDocument, listTexts }: Declared<Text>): ListIndex {
  const queries = createTextQueries(list, columns)
  const lag = createLagQueries(list)
  const build = (text: Text) => buildTextDocument(toDocument(text))
  const buildIfAny = (text: Text | null) => (text === null ? null : build(text))
  return {
    list,
    table: list,
    columns,
    area: { table: 'lists', prefix: `${list}${listFormat}/` },
    subject: createTextSubject(kinds),
    async readChanged(ctx, limit) {
      const rows = await queries.changed.all(ctx, { list, limit })
      return rows.map(({ item_id: id, last, before, after }) => ({
        id,
        last,
        before: buildIfAny(before),
        after: buildIfAny(after),
      }))
    },
    async readDocuments(ctx, ids) {
      const rows = await queries.ofRows.all(ctx, { ids: [...ids] })
      return new Map(rows.map(({ id, text }) => [id, build(text)]))
    },
    async readDocumentsAfter(ctx, slice) {
      const rows = await queries.after.all(ctx, slice)
      return rows.map(({ id, text }) => ({ id, document: build(text) }))
    },
    async listIdsAfter(ctx, slice) {
      return (await lag.idsAfter.all(ctx, slice)).map(({ id }) => id)
    },
    measure: (ctx, position) => lag.measure.one(ctx, { list, position: position ?? Number.MAX_SAFE_INTEGER }),
    async readTexts(ctx, ids) {
      const rows = await queries.ofRows.all(ctx, { ids: [...ids] })
      return rows.map(({ id, text }) => ({ id, texts: listTexts(text).filter(({ text }) => text !== '') }))
    },
  }
}
