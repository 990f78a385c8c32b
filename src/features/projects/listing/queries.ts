import { sql } from 'kysely'
import type { Range } from '../../../core/terms.ts'
import { perEngine, textsOf } from '../../../database/expressions.ts'
import { havingTerms } from '../../../database/having-terms.ts'
import { type Builder, prepare } from '../../../database/prepare.ts'
import type { ProjectStatus } from '../../../database/project-tables.ts'
import { projectsSeenBy } from '../queries.ts'
import type { ProjectSort } from '../schemas.ts'

/** Which projects are asked for: what one may see, only one's own, or, for administrators, all. */
export type Scope = 'visible' | 'mine' | 'all'

export interface Filter {
  actor_id: number
  /** All of them must be found. */
  terms?: Range[] | undefined
  status?: ProjectStatus | undefined
  field_key?: string | undefined
}

const filters = ['terms', 'status', 'field_key'] as const

const orders = {
  recent: { column: 'projects.id', direction: 'desc' },
  title: { column: 'projects.title_key', direction: 'asc' },
  due: { column: 'projects.due_on', direction: 'asc' },
} as const

export type Listing = `${Scope} ${ProjectSort}`

const scopes: readonly Scope[] = ['visible', 'mine', 'all']
const listings: readonly Listing[] = scopes.flatMap((scope) =>
  (['recent', 'title', 'due'] as const).map((sort): Listing => `${scope} ${sort}`),
)

const scopeOf = (listing: Listing): Scope => scopes.find((scope) => listing.startsWith(scope)) ?? 'visible'
const orderOf = (listing: Listing) =>
  listing.endsWith('title') ? orders.title : listing.endsWith('due') ? orders.due : orders.recent

const termsOfProjects = { table: 'project_terms', of: 'project_id' } as const

function matching(q: Builder, p: Filter) {
  let list = q.selectFrom('projects')
  if (p.terms !== undefined) list = list.where('projects.id', 'in', havingTerms(p.terms, termsOfProjects))
  if (p.status !== undefined) list = list.where('projects.status', '=', p.status)
  return p.field_key === undefined ? list : list.where('projects.field_key', '=', p.field_key)
}

type Projects = ReturnType<typeof matching>

interface Part {
  projects: Projects
  /** So few that they are sorted, because going through all that is in order would take longer. */
  areFew?: boolean
}

const open = (q: Builder, p: Filter) => matching(q, p).where('projects.visibility', '=', 'public')
const closed = (q: Builder, p: Filter) => matching(q, p).where('projects.visibility', '=', 'private')
const own = (projects: Projects, p: Filter): Part => ({
  projects: projects.where('projects.owner_id', '=', p.actor_id),
})
const shared = (q: Builder, p: Filter): Part => ({
  areFew: true,
  projects: matching(q, p)
    .where(unindexed('projects.visibility'), '=', 'private')
    .where(
      'projects.id',
      'in',
      q.selectFrom('project_collaborators').select('project_id').where('user_id', '=', p.actor_id),
    ),
})

/** The column, but not for an index of SQLite, which knows too little of how many rows there are. */
const unindexed = (column: string) =>
  perEngine<string>({ sqlite: sql`+${sql.ref(column)}`, postgres: sql`${sql.ref(column)}` })

// Parts, because an index serves each of them in order, and none serves one or the other.
function partsOf(q: Builder, p: Filter, scope: Scope): [Part, ...Part[]] {
  const everybodys = { projects: open(q, p) }
  if (scope === 'all') return [everybodys, { projects: closed(q, p) }]
  if (scope === 'mine') return [own(open(q, p), p), own(closed(q, p), p)]
  return [everybodys, own(closed(q, p), p), shared(q, p)]
}

interface Window {
  limit: number
  offset: number
  /** The last row that is needed of each part. */
  end: number
}

export const listedProjects = {
  page: prepare(
    (q, p: Filter & Window, listing: Listing) => {
      const { column, direction } = orderOf(listing)
      const part = ({ projects, areFew = false }: Part) =>
        q
          .selectFrom(
            projects
              .select(['projects.id', `${column} as place`])
              .orderBy(areFew ? unindexed(column) : column, direction)
              .orderBy('projects.id', direction)
              .limit(p.end)
              .as('part'),
          )
          .select(['id', 'place'])
      const [first, ...others] = partsOf(q, p, scopeOf(listing))
      let all = part(first)
      for (const other of others) all = all.unionAll(part(other))
      const found = q
        .selectFrom(all.as('parts'))
        .select(['id', 'place'])
        .orderBy('place', direction)
        .orderBy('id', direction)
        .limit(p.limit)
        .offset(p.offset)
      return projectsSeenBy(q, p)
        .innerJoin(found.as('found'), 'found.id', 'projects.id')
        .orderBy('found.place', direction)
        .orderBy('found.id', direction)
    },
    { optional: filters, choices: listings },
  ),

  count: prepare((q, p: Filter, scope: Scope) => totalOf(q, partsOf(q, p, scope)), {
    optional: filters,
    choices: scopes,
  }),

  /** Private ones of others that the actor collaborates on. */
  countShared: prepare((q, { actor_id }: { actor_id: number }) => totalOf(q, [shared(q, { actor_id })])),
}

/** Parts have nothing in common. */
function totalOf(q: Builder, parts: readonly Part[]) {
  const counts = parts.map(({ projects }) => sql`(${projects.select(sql<number>`count(*)`.as('total'))})`)
  return q.selectNoFrom(sql<number>`${sql.join(counts, sql` + `)}`.as('total'))
}

export const projectTerms = {
  add: prepare((q, p: { project_id: number; terms: string[] }) =>
    q
      .insertInto('project_terms')
      .columns(['term', 'project_id'])
      .expression(sql`select value, cast(${p.project_id} as bigint) from ${textsOf(p.terms)} as terms`),
  ),

  remove: prepare((q, p: { project_id: number }) =>
    q.deleteFrom('project_terms').where('project_id', '=', p.project_id),
  ),
}
