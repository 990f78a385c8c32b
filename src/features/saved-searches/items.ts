/** What searches find: the documents of rows, the filters, and what a person sees of them. */

import type { IndexDocument } from '@research-platform/search-engine'
import type { AnyContext } from '#context.ts'
import { filterOpenPosts, jobPostIndex, listOpenPostOwners, readOpenPosts } from '#features/jobs/index.ts'
import { readCards } from '#features/researchers/index.ts'
import { filterProfiles, readProfileDocuments } from '#features/search-index/index.ts'
import type { SavedSearchFilters, SavedSearchKind } from './record.ts'

/** The term of searches that every document may match. */
export const everyDocument = '*'

/** A published row with the keys by which it is found. */
export interface Item {
  id: number
  owner: number
  document: IndexDocument
  keys: ReadonlySet<string>
}

interface Source {
  /** Reads the rows that are published, for the searches of others than their owners. */
  read: (ctx: AnyContext, ids: readonly number[]) => Promise<Item[]>
  /** Returns those of the rows that the filters let through. */
  filter: (ctx: AnyContext, items: readonly Item[], filters: SavedSearchFilters) => Promise<number[]>
  present: (ctx: AnyContext, userId: number, ids: readonly number[]) => Promise<FoundItem[]>
}

export interface FoundItem {
  id: number
  title: string
  url: string
}

const listIds = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** The viewer of public rows. */
const anonymous = { actor_id: 0, is_admin: false }

const sources: Record<SavedSearchKind, Source> = {
  job_posts: {
    async read(ctx, ids) {
      const posts = await listOpenPostOwners(ctx, ids)
      const documents = await jobPostIndex.readDocuments(ctx, listIds(posts))
      return posts.flatMap(({ id, owner }) => {
        const document = documents.get(id)
        return document === undefined ? [] : [{ id, owner, document, keys: new Set(document.keys) }]
      })
    },
    filter: (ctx, items, filters) => filterOpenPosts(ctx, listIds(items), filters),
    async present(ctx, userId, ids) {
      const posts = await readOpenPosts(ctx, { ...anonymous, actor_id: userId }, ids)
      return posts
        .filter(({ recruiter, is_colleague }) => recruiter.id !== userId && !is_colleague)
        .map(({ id, title }) => ({ id, title, url: `/job-posts/${id}` }))
    },
  },
  researchers: {
    async read(ctx, ids) {
      const cards = await readPublicCards(ctx, ids)
      const documents = await readProfileDocuments(ctx, listIds(cards))
      return cards.flatMap(({ id, user }) => {
        const document = documents.get(id)
        return document === undefined ? [] : [{ id, owner: user.id, document, keys: new Set(document.keys) }]
      })
    },
    filter: async (_, items, filters) =>
      filterProfiles(new Map(items.map(({ id, document }) => [id, document])), filters),
    async present(ctx, userId, ids) {
      const cards = await readPublicCards(ctx, ids)
      return cards
        .filter(({ user }) => user.id !== userId)
        .map(({ id, user }) => ({ id, title: user.name, url: `/researchers/details/${id}` }))
    },
  },
}

const readPublicCards = async (ctx: AnyContext, ids: readonly number[]) =>
  (await readCards(ctx, ids)).filter(({ visibility }) => visibility === 'public')

export const getSource = (kind: SavedSearchKind): Source => sources[kind]

interface ItemBatch {
  kind: SavedSearchKind
  userId: number
  ids: readonly number[]
}

/** Returns those of the rows that everybody may see and that are not the user's own, by their ids. */
export async function readFoundItems(
  ctx: AnyContext,
  { kind, userId, ids }: ItemBatch,
): Promise<Map<number, FoundItem>> {
  if (ids.length === 0) return new Map()
  const items = await sources[kind].present(ctx, userId, ids)
  return new Map(items.map((item) => [item.id, item]))
}
