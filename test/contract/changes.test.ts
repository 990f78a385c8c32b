/** Nothing that people may see changes without the change feed. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { migrate } from '#database/migrate.ts'
import { publicPageRows } from '#database/migrations/0030-public-profiles.ts'
import { skillRows } from '#database/migrations/0031-evidence.ts'
import { hiringRows } from '#database/migrations/0032-hiring.ts'
import { sealedRows } from '#database/migrations/0039-blind-batches.ts'
import { administrative, billing, learning } from '#database/migrations/tracked-learning.ts'
import { accounts, work } from '#database/migrations/tracked-work.ts'
import { createApp, type Person } from '../support/app.ts'
import { runSequentially } from '../support/concurrency.ts'
import { createCourse, createEnrollment } from '../support/courses.ts'
import { createExam } from '../support/exams.ts'
import { createJobPost } from '../support/jobs.ts'
import { collaborator, milestone, project } from '../support/projects.ts'
import { ask, emptyDatabase } from './empty-database.ts'

const tracked = [
  ...accounts,
  ...work,
  ...learning,
  ...billing,
  ...administrative,
  ...publicPageRows,
  ...skillRows,
  ...hiringRows,
  ...sealedRows,
]

/** Tables that are not followed, by the reason. */
const untracked = {
  'secrets of an account, and what proves it': [
    'access_tokens calendars certificate_shares credential_nonces email_verifications identities issuer_keys',
    'known_devices login_challenges passkey_challenges passkeys password_resets recovery_codes sign_in_states',
    'sandbox_identity_codes sandbox_identity_keys stream_tickets two_factor_secrets webhooks',
  ],
  'logs, which are followed where they are': [
    'activity_log audit_end audit_heads audit_log job_application_changes log_end log_leaves log_tiles',
    'milestone_changes resume_downloads search_clicks search_queries',
  ],
  'counts, copies and indexes of other tables': [
    'course_skills exam_skills skill_strengths job_post_skills resume_terms',
    'counters course_words daily_figures exam_slots exam_standings inbox_counts interview_people',
    'job_application_counts job_post_words owned_project_counts popular_queries project_words search_aliases',
    'search_copies search_facets search_facets_2 search_lifts search_pending search_pending_2 search_postings',
    'search_postings_2 search_spellings search_spellings_2 search_terms search_terms_2 search_versions user_words',
  ],
  'background work': [
    'change_marks change_numbers changes sandbox_clock idempotency_keys last_changes mails migrations pending_objects',
    'schedules tasks throttle_windows uploads webhook_deliveries',
  ],
  'changed together with a table that is followed': [
    'exam_question_versions gateway_customers gateway_events hidden_content invoice_numbers period_usage refunds',
  ],
  'proofs of a person, which are told as what they prove': ['proven_publications'],
  'what people only do with their own view': ['dismissed_events inboxes notification_preferences'],
  'saved while an exam or a lesson goes on': ['exam_answer_sheets lesson_syncs'],
}

/** Columns of followed tables whose change is not told, by the reason. */
const unwatched = {
  'what a row has from its beginning': [
    'id added_at applied_at created_at downloaded_at enrolled_at issued_at started_at uploaded_at kind content_id',
    'owner_id reporter_id project_id researcher_id course_id exam_id user_id job_post_id application_id',
    'prerequisite_id lesson_id enrollment_id charge_id slot_id experience_level available_date notice_period',
    'candidate_number blind_score position disclosed_at interview_id salary_expectation remote_interested consent_data consent_marketing version_number sha256 notes',
    'changes_summary uploaded_by number paper passing_score on_expiry exam_type area purpose type size mime_type key',
    'code percent_off amount_off expires_at max_redemptions plans event message data title date amount currency',
    'purpose slot covers details gateway customer method_token method_label issuer score verification_code',
    'author_id author_name author_verified duration_minutes reason brand last4 provider phone token',
    'seller seller_address seller_tax_id buyer_name buyer_email buyer_address paid_with tax_name tax_rate',
    'tax_amount tax_note period_start',
  ],
  'changed together with a watched column': [
    'updated_at completed_at submitted_at answered correct decided_at decided_by decision_reason revocation_reason',
    'suspension_reason ended_at cancel_reason past_due_since refunded_on interview_date interview_time date time',
    'scope_document_type hidden_at hidden_status settled_at payment_id failure period_end deleted_at rendered read',
  ],
  'for the service only': [
    'password_hash sort_name name_key quality publications_count title_key pays closes_at search_key uid sequence',
    'field_key due_on announce_at resume_state candidates_numbered skill_key category_key reminded_for reminded_at version period_value anchor_day retries',
    'retry_at due_at started_at lessons_up_to last_accessed_at',
  ],
  counts: ['lessons_count enrolled_count duration_minutes downloads download_count pool_size redemptions'],
}

const listWords = (reasons: Record<string, string[]>) => new Set(Object.values(reasons).flat().join(' ').split(' '))

describe('the change feed', () => {
  it('follows each table that people see, and each of its columns', async (t) => {
    const { config, open, drop } = await emptyDatabase('sqlite')
    t.after(drop)
    const db = await open()
    await migrate(db)
    await db.close()
    const columns = await ask(
      config,
      `select m.name as "table", c.name as "column" from sqlite_schema as m, pragma_table_info(m.name) as c
        where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like '%_words_index%'`,
    )
    const names = new Set(tracked.map(({ table }) => table))
    const [known, ignored] = [listWords(untracked), listWords(unwatched)]
    const isWatched = (table: unknown, column: unknown) =>
      tracked.some((rows) => rows.table === table && rows.columns.some((name) => name === column))

    const forgotten = columns.flatMap(({ table, column }) => {
      if (!names.has(String(table))) return known.has(String(table)) ? [] : [String(table)]
      return isWatched(table, column) || ignored.has(String(column)) ? [] : [`${table}.${column}`]
    })

    assert.deepEqual([...new Set(forgotten)], [])
    assert.deepEqual(
      [...known].filter((name) => names.has(name) || !columns.some(({ table }) => table === name)),
      [],
    )
  })
})

/** Numbers that are the same in each run. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Counts change without the feed, and what one did oneself is told of the enrollment or the application. */
const told = ['enrolled', 'applied', 'updated_at']
const uncounted = new Set(['enrolled_count', 'applicants_count', 'milestones_count', 'progress', ...told])
const withoutCounts = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (key, value) => (uncounted.has(key) ? undefined : value)))

/** A client that keeps a copy of all that it may see, by the feed alone. */
class Copy {
  readonly #person: Person
  readonly #objects = new Map<string, unknown>()
  #cursor: string

  constructor(person: Person, cursor: string) {
    this.#person = person
    this.#cursor = cursor
  }

  async follow() {
    for (;;) {
      const { data, meta } = await this.#person.get(`/changes?since=${this.#cursor}&limit=7`)
      for (const { object } of data) if (followed.has(object.kind)) await this.#read(new URL(object.url).pathname)
      this.#cursor = meta.next
      if (!meta.more) return
    }
  }

  async #read(path: string) {
    const { status, data } = await this.#person.get(path)
    if (status === 200) this.#objects.set(path, withoutCounts(data))
    else this.#objects.delete(path)
  }

  get(path: string) {
    return this.#objects.get(path)
  }
}

const followed = new Set(['job_post', 'project', 'course', 'exam', 'milestone'])

describe('a client that follows from the first cursor', () => {
  for (const seed of [1, 2])
    it(`ends with the same objects as one that reads them all (seed ${seed})`, async () => {
      const app = await createApp()
      const { given } = app
      const [recruiter, researcher, fellow] = [
        await given.user({ role: 'recruiter' }),
        await given.user({ role: 'researcher' }),
        await given.user(),
      ]
      const readers = [recruiter, researcher, fellow, await given.user(), await given.admin()]
      const random = createRandom(seed)
      const copies = readers.map((person) => new Copy(person, '0'))
      const paths: string[] = []
      const pick = (prefix: string) => {
        const some = paths.filter((path) => path.startsWith(prefix))
        return some[random(some.length)] ?? `${prefix}0`
      }
      const choose = (...options: string[]) => options[random(options.length)] ?? ''
      const add = (path: string, { id }: { id: number }) => paths.push(`${path}${id}`)
      const idOf = (path: string) => Number(path.split('/').at(-1))
      const acts = [
        async () => add('/job-posts/', await createJobPost(recruiter, { status: 'draft' })),
        () => recruiter.put(pick('/job-posts/'), { status: choose('draft', 'open', 'closed'), title: `T${random(9)}` }),
        () => recruiter.delete(pick('/job-posts/')),
        async () => add('/projects/', await project(researcher, { visibility: choose('public', 'private') })),
        () => researcher.put(pick('/projects/'), { visibility: choose('public', 'private'), title: `P${random(9)}` }),
        () => collaborator(researcher, idOf(pick('/projects/')), fellow).catch(() => undefined),
        async () => {
          const path = pick('/projects/')
          const { data } = await researcher.get(`${path}/collaborators`)
          if (data?.length > 0) await researcher.delete(`${path}/collaborators/${data[0].id}`)
        },
        async () => {
          const path = pick('/projects/')
          const made = await milestone(researcher, idOf(path)).catch(() => null)
          if (made !== null) add(`${path}/milestones/`, made)
        },
        () => researcher.put(pick('/projects/'), { status: choose('active', 'completed') }),
        async () => add('/courses/', await createCourse(researcher, { status: 'draft' })),
        () => researcher.put(pick('/courses/'), { status: choose('draft', 'published', 'archived') }),
        () => createEnrollment(fellow, idOf(pick('/courses/'))).catch(() => undefined),
        () => researcher.delete(pick('/courses/')),
        async () => add('/exams/', await createExam(researcher, { publication_status: 'draft' })),
        () => researcher.put(pick('/exams/'), { publication_status: choose('draft', 'published') }),
        () => researcher.delete(pick('/exams/')),
      ]

      await runSequentially(120, async (index) => {
        await acts[random(acts.length)]?.()
        // Each reads now and then, at different times.
        await copies[index % copies.length]?.follow()
      })

      for (const [index, person] of readers.entries()) {
        await copies[index]?.follow()
        for (const path of new Set(paths)) {
          const { status, data } = await person.get(path)
          const now = status === 200 ? withoutCounts(data) : undefined
          assert.deepEqual(copies[index]?.get(path), now, `${path} as seen by reader ${index}`)
        }
      }
    })
})
