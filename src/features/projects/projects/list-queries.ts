import {
  chooseParts,
  countParts,
  type Extent,
  extent,
  limitToFirst,
  mergeParts,
  omitIndex,
  type Part,
  type Window,
} from '#database/query/merged-list.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import { createWordQueries, selectIdsMatchingWords, type WordSearch } from '#database/query/words.ts'
import { projectRights } from '../rights.ts'
import { selectProjectsSeenBy } from './queries.ts'
import type { Visibility } from './record.ts'
import type { Project, ProjectSort } from './schemas.ts'

/** The scope of a list: visible projects, the actor's own, or, for administrators, all. */
export type Scope = 'visible' | 'mine' | 'all'

interface Viewer {
  actor_id: number
}

export interface Filter {
  /** Words that must all match. */
  words?: WordSearch | undefined
  status?: Project['status'] | undefined
  field_key?: string | undefined
}

const filters = ['words', 'status', 'field_key'] as const

const orders = {
  recent: { column: 'id', direction: 'desc' },
  title: { column: 'title_key', direction: 'asc' },
  due: { column: 'due_on', direction: 'asc' },
} as const

export type Listing = `${Scope} ${ProjectSort}`

const scopes: readonly Scope[] = ['visible', 'mine', 'all']
const listings: readonly Listing[] = scopes.flatMap((scope) =>
  (['recent', 'title', 'due'] as const).map((sort): Listing => `${scope} ${sort}`),
)

const getScope = (listing: Listing): Scope => scopes.find((scope) => listing.startsWith(scope)) ?? 'visible'
type Order = (typeof orders)[keyof typeof orders]

const getOrder = (listing: Listing): Order =>
  listing.endsWith('title') ? orders.title : listing.endsWith('due') ? orders.due : orders.recent

function selectMatching(q: Builder, p: Filter) {
  let list = q.selectFrom('projects')
  if (p.words !== undefined) list = list.where('id', 'in', selectIdsMatchingWords(p.words, 'project_words'))
  if (p.status !== undefined) list = list.where('status', '=', p.status)
  return p.field_key === undefined ? list : list.where('field_key', '=', p.field_key)
}

const selectPublic = (q: Builder, p: Filter) => selectMatching(q, p).where(projectRights.relates('everyone'))
const selectPrivate = (q: Builder, p: Filter) => selectMatching(q, p).where('visibility', '=', 'private')
const ownPart = (projects: ReturnType<typeof selectMatching>, p: Viewer) => ({
  rows: projects.where('owner_id', '=', p.actor_id),
})
const sharedPart = (q: Builder, p: Filter & Viewer) => ({
  areFew: true,
  rows: selectMatching(q, p)
    .where(omitIndex('visibility'), '=', 'private')
    .where(omitIndex('hidden_at'), 'is', null)
    .where('id', 'in', q.selectFrom('project_collaborators').select('project_id').where('user_id', '=', p.actor_id)),
})

/** Public projects, or those among the first ones, of the field if there is one. */
const selectFirstPublic = (q: Builder, p: Filter & Extent, order: Order) =>
  p.reach === undefined
    ? selectPublic(q, p)
    : limitToFirst(selectPublic(q, p), selectPublic(q, { field_key: p.field_key }), order, p.reach)

function listParts(q: Builder, p: Filter & Viewer, scope: Scope, all = selectPublic(q, p)): Part<'projects'>[] {
  const visibleToAll = { rows: all }
  if (scope === 'all') return [visibleToAll, { rows: selectPrivate(q, p) }]
  if (scope === 'mine') return [ownPart(selectPublic(q, p), p), ownPart(selectPrivate(q, p), p)]
  return [visibleToAll, ownPart(selectPrivate(q, p), p), sharedPart(q, p)]
}

export const listedProjects = {
  page: prepare(
    (q, p: Filter & Viewer & Window & Extent, listing: Listing) => {
      const order = getOrder(listing)
      const all = listParts(q, p, getScope(listing), selectFirstPublic(q, p, order))
      const found = mergeParts(q, chooseParts(all, p), order, p)
      return selectProjectsSeenBy(q, p)
        .innerJoin(found.as('found'), 'found.id', 'projects.id')
        .orderBy('found.place', order.direction)
        .orderBy('found.id', order.direction)
    },
    { optional: [...filters, ...extent], choices: listings },
  ),

  count: prepare((q, p: Filter & Viewer, listing: Listing) => countParts(q, listParts(q, p, getScope(listing))), {
    optional: filters,
    choices: listings,
  }),

  /** Counts the actor's own projects of a visibility. */
  countOwn: prepare(
    (q, p: Filter & Viewer, visibility: Visibility) =>
      countParts(q, [ownPart(visibility === 'public' ? selectPublic(q, p) : selectPrivate(q, p), p)]),
    { optional: filters, choices: ['public', 'private'] },
  ),

  /** Private projects that the actor owns or collaborates on. */
  countOthers: prepare((q, p: Filter & Viewer) => countParts(q, [ownPart(selectPrivate(q, p), p), sharedPart(q, p)]), {
    optional: filters,
  }),

  /** Private projects of other users that the actor collaborates on. */
  countShared: prepare((q, p: Filter & Viewer) => countParts(q, [sharedPart(q, p)]), { optional: filters }),
}

export const projectWords = createWordQueries('project_words')
