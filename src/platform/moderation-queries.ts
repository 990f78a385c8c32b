/** The queries of content that administrators can list and hide. */

import { type ExpressionBuilder, sql } from 'kysely'
import { type AgeOrder, getSortDirection, type Slice } from '#core/page.ts'
import { containsIgnoringCase, integerList } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { Tables } from '#database/tables/index.ts'
import type { ContentKind, HidingCause } from '#database/tables/moderation.ts'

type ContentTable = 'job_posts' | 'courses' | 'exams' | 'projects' | 'researchers'

/** Describes where the content of a kind is stored. */
export interface StoredContent {
  kind: ContentKind
  table: ContentTable
  owner: 'user_id' | 'owner_id'
  status: 'status' | 'publication_status' | 'visibility'
  /** The status that others do not see. */
  unpublished: 'draft' | 'private'
  /** The column of the title; the name of the owner without one. */
  title?: 'title'
  /** Whether rows are marked as deleted. */
  hasDeleted?: true
}

/** Content as administrators list it. */
export interface ContentRow {
  id: number
  title: string
  owner_id: number
  owner_name: string
  /** The status that it has, or had before it was hidden. */
  status: string
  hidden_at: string | null
  created_at: string
  updated_at: string
}

/** The filters of a list of content; an absent one selects all. */
export interface ContentFilter {
  owner_id?: number | undefined
  /** Only hidden content. */
  hidden?: true | undefined
  /** Words that must all match. */
  search?: string | undefined
}

/** The filter of the queries: ids that a search has found, or a part of the title that is compared with every row. */
export type StoredFilter = Pick<ContentFilter, 'owner_id' | 'hidden'> & {
  ids?: readonly number[] | undefined
  part?: string | undefined
}

/** All tables of content have the columns of job posts that are used here, some under another name. */
type Row = ExpressionBuilder<Tables & { content: Tables['job_posts'] }, 'content' | 'users'>

const wholeTitle = ({ title }: StoredContent) => sql.ref(title === undefined ? 'users.name' : `content.${title}`)

/** Names of people are compared folded. */
const searchedTitle = ({ title }: StoredContent) =>
  sql.ref(title === undefined ? 'users.sort_name' : `content.${title}`)

const selectContent = (q: Builder, { table, owner, hasDeleted }: StoredContent) => {
  const rows = q
    .selectFrom(`${table as 'job_posts'} as content`)
    .innerJoin('users', (join) => join.on(sql<boolean>`users.id = ${sql.ref(`content.${owner}`)}`))
  return hasDeleted ? rows.where(sql<boolean>`content.deleted_at is null`) : rows
}

const ownedBy = ({ owner }: StoredContent, userId: number) => sql<boolean>`${sql.ref(`content.${owner}`)} = ${userId}`

function filterContent(q: Builder, content: StoredContent, p: StoredFilter) {
  let rows = selectContent(q, content)
  if (p.owner_id !== undefined) rows = rows.where(ownedBy(content, p.owner_id))
  if (p.hidden !== undefined) rows = rows.where('content.hidden_at', 'is not', null)
  if (p.ids !== undefined) rows = rows.where('content.id', 'in', integerList(p.ids))
  return p.part === undefined ? rows : rows.where(containsIgnoringCase(searchedTitle(content), p.part))
}

const optional = ['owner_id', 'hidden', 'ids', 'part'] as const

/** The queries that read content, hidden or not. */
export function createContentReads(content: StoredContent) {
  const columns = (_: Row) =>
    [
      'content.id',
      sql<string>`${wholeTitle(content)}`.as('title'),
      'users.id as owner_id',
      'users.name as owner_name',
      sql<string>`coalesce(content.hidden_status, ${sql.ref(`content.${content.status}`)})`.as('status'),
      'content.hidden_at',
      'content.created_at',
      'content.updated_at',
    ] as const
  return {
    byId: prepare((q, p: { id: number }) => selectContent(q, content).select(columns).where('content.id', '=', p.id)),

    page: prepare(
      (q, p: StoredFilter & AgeOrder & Slice) =>
        filterContent(q, content, p)
          .select(columns)
          .orderBy('content.id', getSortDirection(p))
          .limit(p.limit)
          .offset(p.offset),
      { optional: [...optional, 'oldest'] },
    ),

    count: prepare((q, p: StoredFilter) => filterContent(q, content, p).select(sql<number>`count(*)`.as('total')), {
      optional,
    }),

    ownedIds: prepare((q, p: { user_id: number }) =>
      selectContent(q, content).select('content.id').where(ownedBy(content, p.user_id)),
    ),
  }
}

/** The queries that hide and show content. */
export const createHiding = ({ table, owner, status, unpublished }: StoredContent) => ({
  stored: prepare((q, p: { id: number }) =>
    q
      .selectFrom(table as 'job_posts')
      .select([
        sql<string>`${sql.ref(status)}`.as('status'),
        sql<number>`${sql.ref(owner)}`.as('owner_id'),
        'hidden_status',
      ])
      .where('id', '=', p.id),
  ),

  hide: prepare((q, p: { id: number; now: string }) =>
    q
      .updateTable(table as 'job_posts')
      .set({ hidden_at: p.now, hidden_status: sql<string>`${sql.ref(status)}` })
      .set(sql.ref<string>(status), sql.lit(unpublished))
      .where('id', '=', p.id)
      .where('hidden_at', 'is', null),
  ),

  show: prepare((q, p: { id: number }) =>
    q
      .updateTable(table as 'job_posts')
      .set({ hidden_at: null, hidden_status: null })
      .set(sql.ref<string>(status), sql<string>`hidden_status`)
      .where('id', '=', p.id)
      .where('hidden_at', 'is not', null),
  ),
})

export const causes = {
  add: prepare((q, p: { kind: ContentKind; content_id: number; cause: HidingCause; reason: string; now: string }) =>
    q
      .insertInto('hidden_content')
      .values({ kind: p.kind, content_id: p.content_id, cause: p.cause, reason: p.reason, hidden_at: p.now })
      .onConflict((conflict) => conflict.columns(['kind', 'content_id', 'cause']).doNothing()),
  ),

  remove: prepare((q, p: { kind: ContentKind; content_id: number; cause: HidingCause }) =>
    q
      .deleteFrom('hidden_content')
      .where('kind', '=', p.kind)
      .where('content_id', '=', p.content_id)
      .where('cause', '=', p.cause),
  ),

  of: prepare((q, p: { kind: ContentKind; content_id: number }) =>
    q
      .selectFrom('hidden_content')
      .select(['cause', 'reason', 'hidden_at'])
      .where('kind', '=', p.kind)
      .where('content_id', '=', p.content_id)
      .orderBy('cause'),
  ),
}
