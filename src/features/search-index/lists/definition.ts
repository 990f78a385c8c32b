import type { IndexDocument, IndexedText } from '@research-platform/search-engine'
import { createTextSubject, type Subject } from '@research-platform/search-engine/words'
import type { WithConnection } from '#database/query/prepare.ts'
import type { SearchedList } from '#database/tables/search.ts'
import type { FollowerDeclaration } from '#platform/followers/follower.ts'
import type { Area } from '../area.ts'
import type { ProfileText } from '../cache.ts'
import type { ChangedDocument, Write } from '../changed-document.ts'
import { createTextComparison, writeTexts } from '../forward-index-queries.ts'
import type { TailSource } from '../tail.ts'
import { createLagQueries, createTextQueries, type TextColumns } from './queries.ts'

/** Increase it when lists are indexed in another way; they are built anew. The keys begin with it; a migration removes those of the format before. */
export const listFormat = 2

/** What the journal calls a row of each list. */
const objectKinds: Readonly<Record<SearchedList, string>> = {
  job_posts: 'job_post',
  courses: 'course',
  projects: 'project',
  companies: 'company',
}

/** Returns the row behind which an index that is not whole is built: the first one if it is of another format. */
export const getBuildStart = ({ format, position }: { format: number; position: number }): number =>
  format === 0 ? position : 0

/** What the index of a list is made of. */
interface ListDeclaration<Text> {
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
  /** The changes that the index does not have yet. */
  readonly tail: TailSource
  readonly area: Area
  readonly subject: Subject
  /** Compares what the index has of rows with the table; returns what differs. */
  prepareRows: (ctx: Reading, ids: readonly number[]) => Promise<PreparedRows>
  /** Reads the documents of rows, without those of rows that do not exist. */
  readDocuments: (ctx: Reading, ids: readonly number[]) => Promise<Map<number, IndexDocument>>
  listIdsAfter: (ctx: Reading, slice: { position: number; limit: number }) => Promise<number[]>
  /** Returns rows behind the last one of an index that is being built, which the index does not have. */
  listUnbuiltIds: (ctx: Reading, slice: { position: number; limit: number }) => Promise<number[]>
  /** Returns the largest id, 0 without rows. */
  readLastId: (ctx: Reading) => Promise<number>
  readTexts: (ctx: Reading, ids: readonly number[]) => Promise<{ id: number; texts: readonly ProfileText[] }[]>
}

type Reading = WithConnection

/** What is known of the follower of an index without loading it. */
export const describeListFollower = ({ tail }: ListIndex): FollowerDeclaration => ({
  name: tail.follower,
  format: listFormat,
})

/** Rows whose texts differ from those that the index has. */
interface PreparedRows {
  documents: ChangedDocument[]
  /** Writes the texts that the index has from now on. */
  writeTexts: Write
}

/** Loads what builds documents, which knows the words of many languages: only where an index is kept or read. */
async function loadBuilder<Text>(toDocument: (text: Text) => IndexedText) {
  const { buildTextDocument } = await import('@research-platform/search-engine')
  return (text: Text) => buildTextDocument(toDocument(text))
}

/** Defines the index of a list; see the one of job posts, `features/jobs/posts/search.ts`. */
export function defineListIndex<Text extends object>({
  list,
  columns,
  kinds,
  toDocument,
  listTexts,
}: ListDeclaration<Text>): ListIndex {
  const queries = createTextQueries(list, columns)
  const compare = createTextComparison<Text>()
  const lag = createLagQueries(list)
  const readDocuments: ListIndex['readDocuments'] = async (ctx, ids) => {
    const build = await loadBuilder(toDocument)
    const rows = await queries.ofRows.all(ctx, { ids: [...ids] })
    return new Map(rows.map(({ id, text }) => [id, build(text)]))
  }
  return {
    list,
    tail: {
      follower: `search_${list}`,
      kinds: [objectKinds[list]],
      findDocuments: async (_, objects) => objects.map(({ object_id, state }) => ({ id: Number(object_id), state })),
      readDocuments,
    },
    area: { table: 'lists', prefix: `${list}${listFormat}/` },
    subject: createTextSubject(kinds),
    async prepareRows(ctx, ids) {
      const build = await loadBuilder(toDocument)
      const buildIfAny = (text: Text | null) => (text === null ? null : build(text))
      const rows = await queries.ofRows.all(ctx, { ids: [...ids] })
      const current = new Map(rows.map(({ id, text }) => [id, text]))
      const changes = await compare(ctx, list, { ids, current })
      return {
        documents: changes.map(({ id, before, after }) => ({
          id,
          before: buildIfAny(before),
          after: buildIfAny(after),
        })),
        writeTexts: (tx) => writeTexts(tx, list, changes),
      }
    },
    readDocuments,
    async listIdsAfter(ctx, slice) {
      return (await lag.idsAfter.all(ctx, slice)).map(({ id }) => id)
    },
    async listUnbuiltIds(ctx, slice) {
      return (await lag.unbuiltIds.all(ctx, slice)).map(({ id }) => id)
    },
    async readLastId(ctx) {
      return (await lag.last.one(ctx, {})).last
    },
    async readTexts(ctx, ids) {
      const rows = await queries.ofRows.all(ctx, { ids: [...ids] })
      return rows.map(({ id, text }) => ({ id, texts: listTexts(text).filter(({ text }) => text !== '') }))
    },
  }
}
