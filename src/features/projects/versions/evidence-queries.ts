import { sql } from 'kysely'
import type { AnyContext } from '#context.ts'
import { integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** Versions count in public projects of others, which every user can look up; the newest one of each project. */
const provenVersions = prepare((q, p: { user_ids: readonly number[] }) =>
  q
    .selectFrom('project_versions')
    .innerJoin('projects', 'projects.id', 'project_versions.project_id')
    .innerJoin('users', 'users.id', 'projects.owner_id')
    .select(['project_versions.uploaded_by as user_id', 'projects.id', 'projects.title', 'projects.field'])
    .select(['users.id as author_id', 'users.name as author_name'])
    .select((e) => e.fn.max<string>('project_versions.uploaded_at').as('at'))
    .where('project_versions.uploaded_by', 'in', integerList(p.user_ids))
    .whereRef('projects.owner_id', '!=', 'project_versions.uploaded_by')
    .where('projects.visibility', '=', 'public')
    .where('projects.field', '!=', sql.lit(''))
    .groupBy([
      'project_versions.uploaded_by',
      'projects.id',
      'projects.title',
      'projects.field',
      'users.id',
      'users.name',
    ])
    .orderBy('projects.id'),
)

/** Lists the public projects of others to which the users have uploaded versions. */
export const listProvenVersions = (ctx: AnyContext, userIds: readonly number[]) =>
  provenVersions.all(ctx, { user_ids: userIds })

const uploaders = prepare((q, p: { project_id: number }) =>
  q.selectFrom('project_versions').select('uploaded_by').distinct().where('project_id', '=', p.project_id),
)

/** Lists the users who have uploaded versions to the project. */
export const listUploaders = async (ctx: AnyContext, projectId: number) =>
  (await uploaders.all(ctx, { project_id: projectId })).map(({ uploaded_by }) => uploaded_by)
