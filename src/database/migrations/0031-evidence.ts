/** What people have proven: the skills that exams and courses prove, those of users, and those that job posts ask for. */

import { id, integer, json, key, type Migration, type Schema, text, timestamp } from './schema.ts'

export const evidence: Migration = {
  name: '0031-evidence',
  up(schema) {
    for (const [table, terms] of [
      ['exams', 'exam_skills'],
      ['courses', 'course_skills'],
    ] as const) {
      schema.addColumn(table, 'skills', json().default('[]'))
      // The folded skills, by which exams and courses are suggested.
      schema.table(
        terms,
        { term: key(), item_id: integer().references(table, 'cascade') },
        { primaryKey: ['term', 'item_id'] },
      )
      schema.index(terms, ['item_id', 'term'])
    }

    // How well a user has proven a skill, from 1 to 100. Computed from certificates and the like in the transaction that
    // changes them, so that the applicants of a post are ranked by an index.
    schema.table(
      'skill_strengths',
      { user_id: integer().references('users'), skill_key: key(), strength: integer() },
      { primaryKey: ['user_id', 'skill_key'] },
    )
    // Without a look at the row: a ranking reads tens of thousands.
    schema.index('skill_strengths', ['user_id', 'skill_key', 'strength'])
    // The points of 100 that a skill of a post can give.
    schema.table(
      'job_post_skills',
      { job_post_id: integer().references('job_posts', 'cascade'), skill_key: key(), share: integer() },
      { primaryKey: ['job_post_id', 'skill_key'] },
    )
    schema.index('job_post_skills', ['skill_key', 'job_post_id', 'share'])
    fillPostSkills(schema)

    // Works on the ORCID record of a user that another organization has added to it.
    schema.table('proven_publications', {
      id: id(),
      user_id: integer().references('users'),
      orcid: text(),
      work: integer(),
      title: text(),
      year: integer().nullable(),
      doi: text().nullable(),
      source: text(),
      proven_at: timestamp(),
    })
    schema.index('proven_publications', ['user_id', 'work'], { unique: true })
    schema.index('project_versions', ['uploaded_by', 'project_id', 'id'])
    refreshAll(schema)
  },
}

/** Posts are found by their folded skills, which begin with `#`. The first skills get the points that remain. */
function fillPostSkills(schema: Schema): void {
  const fill = `insert into job_post_skills (job_post_id, skill_key, share)
    select item_id, substr(term, 2), 100 / total + case when place <= 100 % total then 1 else 0 end
    from (select item_id, term, row_number() over (partition by item_id order by term) as place,
      count(*) over (partition by item_id) as total from job_post_terms where term >= '#' and term < '$') as ordered`
  schema.statement({ sqlite: fill, postgres: fill })
}

/** The strengths of what was proven before are computed in the background. */
function refreshAll(schema: Schema): void {
  const queue = (now: string, payload: string) => `insert into tasks (kind, payload, run_at, unique_key, created_at)
    select 'refresh_proofs', ${payload}, ${now}, 'refresh_proofs', ${now} where exists (select 1 from project_versions)`
  schema.statement({
    sqlite: queue("strftime('%Y-%m-%dT%H:%M:%fZ')", '\'{"after":0}\''),
    postgres: queue('current_timestamp', `'{"after":0}'::jsonb`),
  })
}
