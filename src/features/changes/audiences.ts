/** Who reads the feed, and what they see of a change. */

import type { Actor, AnyContext } from '#context.ts'
import { allUsers } from '#features/streams/index.ts'
import { getApiPath, listKinds } from './kinds.ts'
import { type ChangeRow, readers } from './queries.ts'
import type { Change } from './schemas.ts'

/** Whose changes are read: those of a user, or all. */
export interface Reader {
  /** The user's id, or `allUsers`. */
  subject: number
  /** The kinds that the API key may hear of; null for all. */
  kinds: readonly string[] | null
}

/** An API key of an administrator without the scope for it hears what an ordinary user does. */
export function toReader({ id, role, scopes }: Pick<Actor, 'id' | 'role' | 'scopes'>): Reader {
  const seesAll = role === 'admin' && (scopes === null || scopes.includes('admin:read'))
  return { subject: seesAll ? allUsers : id, kinds: listKinds(scopes) }
}

/** Returns the audiences that each of the users belongs to. */
export async function listAudiences(ctx: AnyContext, userIds: readonly number[]): Promise<Map<number, string[]>> {
  const audiences = new Map(userIds.map((id) => [id, ['public', `user:${id}`]]))
  const groups = await readers.courseGroups.all(ctx, { user_ids: userIds })
  for (const { user_id, course_id } of groups) audiences.get(user_id)?.push(`course:${course_id}`)
  const practice = await readers.practiceExams.all(ctx, { user_ids: userIds })
  for (const { user_id, exam_id } of practice) audiences.get(user_id)?.push(`exam:${exam_id}`)
  return audiences
}

/** Combines the rows of several audiences, in the order of their numbers, to what one who belongs to all of them sees. */
export function mergeRows(ctx: AnyContext, rows: readonly ChangeRow[]): Change[] {
  const byNumber = Map.groupBy(rows, ({ number }) => number)
  return [...byNumber.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    // Who could see it in one way before and in another after has seen it change.
    const act = same.every((row) => row.act === first.act) ? first.act : 'updated'
    return [presentChange(ctx, { ...first, act })]
  })
}

const presentChange = (
  { config }: AnyContext,
  { number, act, kind, object_id, parent_id, occurred_at }: ChangeRow,
): Change => ({
  id: number,
  type: `${kind}.${act}`,
  object: {
    kind,
    id: /^\d+$/.test(object_id) ? Number(object_id) : object_id,
    url: `${config.publicUrl}${getApiPath(kind, object_id, parent_id)}`,
  },
  occurred_at,
})
