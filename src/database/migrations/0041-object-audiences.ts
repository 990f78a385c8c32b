/**
 * The change feed knows who saw each object, so that triggers only name what changed, and permissions change without a
 * migration. While the last release runs beside this one, it finds no marks of its own any more and reads the changes that this one
 * numbers; its own changes are named by the triggers here.
 */

import { publicPageRows } from './0030-public-profiles.ts'
import { skillRows } from './0031-evidence.ts'
import { hiringRows } from './0032-hiring.ts'
import { sealedRows } from './0039-blind-batches.ts'
import { dropChangeTriggers, type TrackedRows } from './change-triggers.ts'
import { createObjectTriggers, type TrackedObject } from './object-triggers.ts'
import { id, integer, key, type Migration, type Schema, text } from './schema.ts'
import { administrative, billing, learning } from './tracked-learning.ts'
import { accounts, work } from './tracked-work.ts'

/** What the triggers until now mark. Those of applications and interviews are in 0032. */
const former: readonly TrackedRows[] = [
  ...accounts,
  ...work.filter(({ kind }) => kind !== 'job_application' && kind !== 'interview'),
  ...learning,
  ...billing,
  ...administrative,
  ...publicPageRows,
  ...skillRows,
  ...hiringRows,
  ...sealedRows,
]

/** The column that refers to an object, where it is another than `id`. */
const findObject = ({ id: object }: TrackedRows) => /^row\."(\w+)"$/.exec(object?.('row', 'sqlite') ?? '')?.[1]

/** Groups of fields that not all who see the object may see. */
const parts: Readonly<Record<string, string>> = {
  'users private_user': 'private',
  'job_applications judged': 'review',
  'interviews judged': 'review',
  'scorecards job_application': 'review',
}

/** Rows that decide who sees an object, and are no part of what is seen. */
const access: readonly TrackedObject[] = [
  { table: 'job_posts', kind: 'job_post', columns: ['hidden_at'], onlyUpdates: true },
  { table: 'job_reviewers', kind: 'job_post', object: 'job_post_id', columns: [] },
  { table: 'job_applications', kind: 'job_post', object: 'job_post_id', columns: [] },
  { table: 'exams', kind: 'exam', columns: ['hidden_at'], onlyUpdates: true },
  { table: 'projects', kind: 'project', columns: ['hidden_at'], onlyUpdates: true },
  { table: 'researchers', kind: 'researcher', columns: ['hidden_at'], onlyUpdates: true },
]

/** What the change feed follows. */
export const trackedObjects: readonly TrackedObject[] = [
  ...former
    .filter(({ each }) => each === undefined)
    .map((rows) => {
      const { table, kind, columns, onlyUpdates = false, name = kind } = rows
      const [object, part] = [findObject(rows), parts[`${table} ${name}`]]
      return { table, kind, columns, onlyUpdates, ...(object && { object }), ...(part && { part }) }
    }),
  ...access.map((rows) => ({ ...rows, part: 'access' })),
]

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
    dropChangeTriggers(schema, former)
    createObjectTriggers(schema, 'changed', trackedObjects)
    for (const rows of former) if (isObject(rows)) storeAudiences(schema, rows)
  },
}

const isObject = ({ id: object, each, onlyUpdates = false }: TrackedRows) =>
  object === undefined && each === undefined && !onlyUpdates

/** Stores who could see the objects so far, by the rules of the triggers that are dropped: these users were told of them. */
function storeAudiences(
  schema: Schema,
  { table, kind, parent = () => 'cast(null as bigint)', audience }: TrackedRows,
): void {
  const store = (engine: 'sqlite' | 'postgres') =>
    `insert into object_audiences (kind, object_id, parent_id, audience)
      select '${kind}', cast(object.id as text), parent_id, audience from (select object.id,
        ${parent('object', engine)} as parent_id, ${audience('object', engine)} as audience from "${table}" as object
      ) as object where audience <> ''`
  schema.statement({ sqlite: store('sqlite'), postgres: store('postgres') })
}
