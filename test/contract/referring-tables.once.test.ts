/** What refers to an object belongs to it: the change feed follows it, or it is said here why not. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { migrate } from '#database/migrate.ts'
import { allRights } from '#features/changes/kinds.ts'
import { ask, emptyDatabase } from './empty-database.ts'

const followed = allRights.flatMap((rights) => rights.followed)
const kindOf = new Map<string, string>(allRights.map(({ table, kind }) => [table, kind]))

/** References whose rows change nothing that the object shows, by why that is so. */
const leftOut: Record<string, readonly string[]> = {
  'It is computed from columns of the object that are followed.': [
    'course_prerequisites.prerequisite_id',
    'course_skills.item_id',
    'course_words.item_id',
    'exam_banks.exam_id',
    'exam_skills.item_id',
    'job_post_skills.job_post_id',
    'job_post_words.item_id',
    'project_words.item_id',
    'resume_terms.item_id',
    'saved_search_terms.search_id',
  ],
  'It names the object in another one, which is told.': [
    'job_requirements.course_id',
    'job_requirements.exam_id',
    'lessons.exam_id',
    'exam_banks.bank_id',
    'message_files.file_id',
    'study_materials.file_id',
  ],
  'It is a list of its own, or a log, and the object does not show it.': [
    'bank_question_versions.bank_id',
    'bulk_action_items.application_id',
    'bulk_actions.job_post_id',
    'certificate_shares.certificate_id',
    'course_versions.course_id',
    'exam_appeals.exam_id',
    'exam_events.attempt_id',
    'exam_question_versions.exam_id',
    'exam_slots.exam_id',
    'job_application_changes.application_id',
    'job_candidates.application_id',
    'job_candidates.job_post_id',
    'milestone_changes.milestone_id',
    'payment_differences.charge_id',
    'resume_downloads.application_id',
    'saved_search_matches.search_id',
    'slot_invitations.application_id',
  ],
  'It is a part of what the candidate answers; what others see of it is in the attempt, which changes with it.': [
    'exam_answer_files.attempt_id',
    'exam_answer_files.file_id',
    'exam_answer_sheets.attempt_id',
    'exam_grades.attempt_id',
    'exam_grades.exam_id',
  ],
  'It counts, remembers or queues for the service itself.': [
    'company_usage.company_id',
    'due_reminders.enrollment_id',
    'exam_standings.exam_id',
    'interview_people.interview_id',
    'job_application_counts.job_post_id',
    'legacy_files.file_id',
    'lesson_syncs.enrollment_id',
    'method_setups.payment_method_id',
    'search_clicks.researcher_id',
    'search_lifts.researcher_id',
    'uploads.file_id',
  ],
}

interface Reference {
  name: string
  table: string
  column: string
  parent: string
}

let references: readonly Reference[]
let drop: () => Promise<void>

before(async () => {
  const database = await emptyDatabase('sqlite')
  drop = database.drop
  const db = await database.open()
  await migrate(db)
  await db.close()
  const rows = await ask(
    database.config,
    `select tables.name as "table", referring."from" as "column", referring."table" as parent
       from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as referring where tables.type = 'table'`,
  )
  references = rows.map((row) => ({
    name: `${row.table}.${row.column}`,
    table: String(row.table),
    column: String(row.column),
    parent: String(row.parent),
  }))
})

after(() => drop())

const isFollowed = ({ table, column, parent }: Reference) =>
  followed.some((rows) => rows.table === table && rows.object === column && rows.kind === kindOf.get(parent))

describe('a table that refers to objects of the change feed', () => {
  it('is followed, has objects of its own, or is left out for a reason', () => {
    // A user shows no more than the row of the account: what refers to it is the user's, but no part of it.
    const own = references.filter(({ parent }) => kindOf.has(parent) && parent !== 'users')
    const reasons = new Set(Object.values(leftOut).flat())

    const unknown = own.filter((one) => !isFollowed(one) && !kindOf.has(one.table) && !reasons.has(one.name))
    assert.deepEqual(
      unknown.map(({ name }) => name),
      [],
    )
    const known = new Set(own.filter((one) => !isFollowed(one)).map(({ name }) => name))
    assert.deepEqual([...reasons.difference(known)], [])
  })

  it('is asked for each row that decides who sees an object', () => {
    const missing = followed.filter(
      ({ table, object, kind }) =>
        !references.some((one) => one.table === table && one.column === object && kindOf.get(one.parent) === kind) &&
        object !== 'id',
    )
    assert.deepEqual(missing, [])
  })
})
