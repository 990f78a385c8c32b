/** How changed objects are profiles of researchers. */

import type { WithConnection } from '#database/query/prepare.ts'
import { profiles } from './pending-queries.ts'
import { readProfileDocuments } from './profile-documents.ts'
import type { ChangedObject, TailSource } from './tail.ts'

/** Kinds of objects whose fields a profile's document has: the profile with its publications, and the name of its user. */
const kinds = ['researcher', 'user'] as const

export const profileTail: TailSource = {
  follower: 'search_researchers',
  kinds,
  findDocuments: findProfiles,
  readDocuments: readProfileDocuments,
}

/** Returns the profiles that the objects are, and those of users. */
export async function findProfiles<T extends Pick<ChangedObject, 'kind' | 'object_id'>>(
  ctx: WithConnection,
  objects: readonly T[],
): Promise<(T & { id: number })[]> {
  const users = objects.filter(({ kind }) => kind === 'user').map(({ object_id }) => Number(object_id))
  const rows = users.length === 0 ? [] : await profiles.ofUsers.all(ctx, { ids: users })
  const byUser = new Map(rows.map(({ id, user_id }) => [user_id, id]))
  return objects.flatMap((object) => {
    const id = object.kind === 'user' ? byUser.get(Number(object.object_id)) : Number(object.object_id)
    return id === undefined ? [] : [{ ...object, id }]
  })
}
