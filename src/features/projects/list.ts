/** The lists of projects: those that an actor sees, their own, and all, for administrators. */

import { defineList } from '#database/list/define-list.ts'
import type { FilterOf } from '#database/list/definition.ts'
import { omitIndex, type Rows } from '#database/list/parts.ts'
import { integerList } from '#database/query/expressions.ts'
import { readOwnedCount } from './count-queries.ts'
import { selectProjectsSeenBy } from './queries.ts'
import { projectRights } from './rights.ts'
import type { Project } from './schemas.ts'

interface Viewer {
  actor_id: number
}

const isPublic = (projects: Rows<'projects'>) => projects.where(projectRights.relates('everyone'))
const isPrivate = (projects: Rows<'projects'>) => projects.where('visibility', '=', 'private')

const values = [{ column: 'status', filter: ({ status }: { status?: Project['status'] | undefined }) => status }]

/** The counters of a visibility, which is the first value of each. */
const createCounters = (visibility: 'public' | 'private') =>
  [
    { name: `projects|${visibility}`, values },
    { name: `projects.field|${visibility}`, group: ['field_key'], values },
  ] as const

export const projectList = defineList({
  table: 'projects',
  filters: {
    ids: (projects, ids: readonly number[]) => projects.where('id', 'in', integerList(ids)),
    status: (projects, status: Project['status']) => projects.where('status', '=', status),
    field_key: (projects, key: string) => projects.where('field_key', '=', key),
  },
  sorts: {
    /** Without words, the newest come first; with words, their index orders the rows. */
    relevance: { column: 'id', direction: 'desc' },
    recent: { column: 'id', direction: 'desc' },
    title: { column: 'title_key', direction: 'asc' },
    due: { column: 'due_on', direction: 'asc' },
  },
  parts: {
    public: { where: isPublic, counted: { visibility: 'public' }, counters: createCounters('public') },
    private: { where: isPrivate, counted: { visibility: 'private' }, counters: createCounters('private') },
    ownPublic: {
      where: (projects, { actor_id }: Viewer) => isPublic(projects).where('owner_id', '=', actor_id),
      readCount: (ctx, { actor_id }: Viewer) => readOwnedCount(ctx, actor_id, 'public'),
    },
    ownPrivate: {
      where: (projects, { actor_id }: Viewer) => isPrivate(projects).where('owner_id', '=', actor_id),
      readCount: (ctx, { actor_id }: Viewer) => readOwnedCount(ctx, actor_id, 'private'),
    },
    /** Private projects of others that the actor collaborates on. */
    shared: {
      areFew: true,
      where: (projects, { actor_id }: Viewer) =>
        projects
          .where(omitIndex('visibility'), '=', 'private')
          .where(omitIndex('hidden_at'), 'is', null)
          .where('id', 'in', (eb) =>
            eb.selectFrom('project_collaborators').select('project_id').where('user_id', '=', actor_id),
          ),
    },
  },
  views: {
    visible: ['public', 'ownPrivate', 'shared'],
    mine: ['ownPublic', 'ownPrivate'],
    all: ['public', 'private'],
  },
  // An index serves each of them, but not both together.
  served: (_, { status, field_key }) =>
    status !== undefined && field_key !== undefined ? ['field_key'] : ['status', 'field_key'],
  select: (q, viewer: Viewer, found, direction) =>
    selectProjectsSeenBy(q, viewer)
      .innerJoin(found, 'found.id', 'projects.id')
      .orderBy('found.place', direction)
      .orderBy('found.id', direction),
})

export type ProjectFilter = FilterOf<(typeof projectList)['filters']>
