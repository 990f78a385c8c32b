/**
 * The change feed knows who saw each object, so that triggers only name what changed, and permissions change without a
 * migration.
 */

import type { Engine } from '../database.ts'
import { type AudienceOfObjects, firstAudiences } from './first-audiences.ts'
import { id, integer, key, type Migration, type Schema, text } from './schema.ts'

export const objectAudiences: Migration = {
  name: '0041-object-audiences',
  up(schema) {
    schema.table('changed_objects', {
      id: id(),
      kind: text(),
      // With `after_id`: the id of an object to which others refer in the column `part`; those after this id have changed.
      object_id: text(),
      part: text().nullable(),
      after_id: integer().nullable(),
    })
    // Who saw an object when it was last told, separated by spaces; no row for an object that no user saw.
    schema.table(
      'object_audiences',
      { kind: key(), object_id: key(), parent_id: integer().nullable(), audience: text() },
      { primaryKey: ['kind', 'object_id'] },
    )
    for (const objects of firstAudiences) storeAudiences(schema, objects)
  },
}

/** Stores who could see the objects so far: these users were told of them. */
function storeAudiences(
  schema: Schema,
  { table, kind, parent = 'cast(null as bigint)', audience }: AudienceOfObjects,
): void {
  const store = (engine: Engine) =>
    `insert into object_audiences (kind, object_id, parent_id, audience)
      select '${kind}', cast(object.id as text), parent_id, audience from (select object.id,
        ${parent} as parent_id, ${audience('object', engine)} as audience from "${table}" as object
      ) as object where audience <> ''`
  schema.statement({ sqlite: store('sqlite'), postgres: store('postgres') })
}
