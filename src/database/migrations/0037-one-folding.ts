/** One folding of texts for all searches: what is stored folded is folded again in the background. */

import type { Migration, Schema } from './schema.ts'

const kinds = [
  'refold_users',
  'refold_job_posts',
  'refold_applications',
  'refold_courses',
  'refold_projects',
  'refold_exams',
]

export const oneFolding: Migration = {
  name: '0037-one-folding',
  up(schema) {
    for (const kind of kinds) {
      queue(schema, kind, 'at once')
      // Instances of the last release write rows until they are replaced.
      queue(schema, kind, 'a day later')
    }
    // Keys of skills have changed, and so have the strengths that are stored by them.
    queue(schema, 'refresh_proofs', 'at once')
    queue(schema, 'refresh_proofs', 'a day later')
    // The search index has another format and is built anew at the start, unless it is empty.
    const indexed = 'update search_copies set version = 3 where not exists (select 1 from researchers)'
    schema.statement({ sqlite: indexed, postgres: indexed })
    // Resumes are read again, because their texts are not stored.
    queue(schema, 'read_resumes_again', 'at once')
  },
}

/** A database without users has nothing to fold. */
function queue(schema: Schema, kind: string, when: 'at once' | 'a day later') {
  const insert = (now: string, later: string, payload: string) =>
    `insert into tasks (kind, payload, run_at, created_at)
     select '${kind}', ${payload}, ${when === 'at once' ? now : later}, ${now} where exists (select 1 from users)`
  const form = "'%Y-%m-%dT%H:%M:%fZ'"
  schema.statement({
    sqlite: insert(`strftime(${form}, 'now')`, `strftime(${form}, 'now', '+1 day')`, '\'{"after":0}\''),
    postgres: insert('current_timestamp', "current_timestamp + interval '1 day'", `'{"after":0}'::jsonb`),
  })
}
