/** Nothing that people may see changes without the change feed. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { migrate } from '#database/migrate.ts'
import { trackedObjects as firstObjects } from '#database/migrations/0041-object-audiences.ts'
import { reviewObjects } from '#database/migrations/0043-exam-review.ts'
import { accommodationObjects } from '#database/migrations/0044-exam-accommodations.ts'
import { pricedObjects } from '#database/migrations/0045-currencies.ts'
import { graceObjects } from '#database/migrations/0046-exam-grace.ts'
import { bankObjects } from '#database/migrations/0047-question-banks.ts'
import { confirmedObjects } from '#database/migrations/0050-payment-actions.ts'
import { unmatchedObjects } from '#database/migrations/0051-manual-payments.ts'
import { markingObjects } from '#database/migrations/0052-question-types.ts'
import { quizObjects } from '#database/migrations/0053-lesson-quizzes.ts'
import { noteObjects } from '#database/migrations/0054-application-notes.ts'
import { gradingObjects } from '#database/migrations/0056-exam-grading.ts'
import { companyObjects } from '#database/migrations/0057-companies.ts'
import { rosterObjects } from '#database/migrations/0059-rosters.ts'
import { courseRuleObjects } from '#database/migrations/0060-course-rules.ts'
import { messageObjects } from '#database/migrations/0061-application-messages.ts'
import { refundObjects } from '#database/migrations/0064-refund-states.ts'
import { savedSearchObjects } from '#database/migrations/0071-saved-searches.ts'
import { zoneObjects } from '#database/migrations/0074-exam-zones.ts'
import { talentPoolObjects } from '#database/migrations/0076-talent-pool.ts'
import { examBrowserObjects } from '#database/migrations/0078-safe-exam-browser.ts'
import { publicationObjects } from '#database/migrations/0079-publications.ts'
import { institutionObjects } from '#database/migrations/0081-institutions.ts'
import { careerObjects } from '#database/migrations/0082-careers.ts'
import { slotObjects } from '#database/migrations/0084-interview-slots.ts'
import { retiredPlanObjects } from '#database/migrations/0091-announcements.ts'
import { hiddenObjects } from '#database/migrations/0092-hidden-companies.ts'
import { consentExtensionObjects } from '#database/migrations/0094-consent-extensions.ts'
import { createApp, type Person } from '../support/app.ts'
import { runSequentially } from '../support/concurrency.ts'
import { createCourse, createEnrollment } from '../support/courses.ts'
import { createExam } from '../support/exams.ts'
import { createJobPost } from '../support/jobs.ts'
import { collaborator, milestone, project } from '../support/projects.ts'
import { ask, emptyDatabase } from './empty-database.ts'

/** What the change feed follows, with what later migrations add. */
const trackedObjects = [
  ...firstObjects,
  ...reviewObjects,
  ...accommodationObjects,
  ...pricedObjects,
  ...graceObjects,
  ...bankObjects,
  ...confirmedObjects,
  ...unmatchedObjects,
  ...markingObjects,
  ...rosterObjects,
  ...refundObjects,
  ...companyObjects,
  ...gradingObjects,
  ...quizObjects,
  ...courseRuleObjects,
  ...noteObjects,
  ...messageObjects,
  ...savedSearchObjects,
  ...zoneObjects,
  ...examBrowserObjects,
  ...institutionObjects,
  ...careerObjects,
  ...talentPoolObjects,
  ...publicationObjects,
  ...slotObjects,
  ...retiredPlanObjects,
  ...hiddenObjects,
  ...consentExtensionObjects,
]

/** Tables that are not followed, by the reason. */
const untracked = {
  'secrets of an account, and what proves it': [
    'access_tokens calendars certificate_shares credential_nonces email_verifications identities invitations issuer_keys',
    'known_devices login_challenges passkey_challenges passkeys password_resets recovery_codes sign_in_states',
    'sandbox_identity_codes sandbox_identity_keys stream_tickets two_factor_secrets webhooks',
  ],
  'logs, which are followed where they are': [
    'activity_log audit_end audit_heads audit_log job_application_changes log_end log_leaves log_tiles',
    'milestone_changes resume_downloads search_clicks search_queries',
  ],
  'counts, copies and indexes of other tables': [
    'due_reminders course_skills exam_skills skill_strengths job_post_skills resume_terms',
    'counters course_words daily_figures exam_slots exam_standings inbox_counts interview_people',
    'job_application_counts job_post_words owned_project_counts popular_queries project_words search_aliases',
    'search_copies search_facets search_facets_2 search_lifts search_pending search_pending_2 search_postings',
    'search_postings_2 search_spellings search_spellings_2 search_terms search_terms_2 search_versions user_words',
    'saved_search_items saved_search_matches saved_search_terms course_versions',
    'search_list_changes search_list_versions search_lists search_postings_lists search_spellings_lists search_terms_lists search_texts',
  ],
  'background work': [
    'announcements bulk_action_items bulk_actions people_imports people_import_rows',
    'change_marks change_numbers changed_objects changes import_progress imported_rows object_audiences sandbox_clock idempotency_keys last_changes legacy_files mails migrations pending_objects',
    'schedules tasks throttle_windows uploads webhook_deliveries',
  ],
  'changed together with a table that is followed': [
    'bank_question_versions exam_banks exam_question_versions gateway_customers gateway_events gateway_results gateway_states hidden_content interview_slot_people invoice_numbers credit_note_numbers message_files period_usage company_usage',
  ],
  'what a comparison found, which administrators look at': ['payment_differences'],
  'an invitation by mail, of which a notification tells': ['slot_invitations'],
  'a list that the importer reads, where the moment of a change would say who has applied': ['job_candidates'],
  'proofs of a person, which are told as what they prove': ['proven_publications'],
  'the queue of graders, where the moment of a change would say whose answer it is': ['exam_grades'],
  'files of an attempt, which is followed': ['exam_answer_files'],
  'a page on which a person adds a method, which is followed': ['method_setups'],
  'what people only do with their own view': ['dismissed_events inboxes notification_preferences'],
  'saved while an exam or a lesson goes on': ['exam_answer_sheets exam_events lesson_syncs'],
}

/** Columns of followed tables whose change is not told, by the reason and the table. */
const unwatched: Record<string, Record<string, string>> = {
  'what a row has from its beginning': {
    certificates:
      'id user_id exam_id course_id issuer author_id author_name duration_minutes score verification_code original_code issued_at author_verified',
    charges:
      'id user_id purpose slot covers amount currency title period_start details gateway customer method_token method_label present received_on created_at',
    companies: 'id created_at',
    company_members: 'id company_id invited_by added_at',
    coupons: 'id code percent_off amount_off currency expires_at max_redemptions plans created_at',
    course_prerequisites: 'course_id prerequisite_id',
    course_roster_entries: 'id object_id email added_by created_at',
    course_cohorts: 'id course_id',
    courses: 'id duration_minutes created_at',
    credit_notes: 'id number user_id invoice_id refund_id date amount tax_amount created_at',
    enrollments: 'id course_id user_id enrolled_at',
    application_messages: 'id application_id user_id created_at',
    application_notes: 'id application_id user_id created_at',
    bank_editors: 'id bank_id user_id added_at',
    bank_questions: 'id bank_id',
    exam_accommodations: 'id exam_id user_id created_at',
    exam_appeals: 'id exam_id attempt_id user_id question_id reason created_at points_before_hundredths',
    exam_graders: 'id exam_id user_id added_at',
    exam_attempts:
      'id exam_id user_id number passing_score on_expiry started_at duration_minutes closes_at grace_minutes marking',
    exam_bookings: 'id slot_id exam_id user_id exam_type date created_at',
    exam_questions: 'id exam_id',
    exam_roster_entries: 'id object_id email added_by created_at',
    exams: 'id created_at',
    files: 'id user_id key area purpose type size mime_type uploaded_at',
    identity_disclosures: 'id application_id user_id reason disclosed_at',
    interviewers: 'interview_id user_id application_id',
    interview_slots:
      'id job_post_id user_id starts_at minutes capacity timezone location interview_type notes created_at',
    interviews: 'id application_id job_post_id created_at',
    invoices:
      'id number user_id charge_id date amount currency title period_start seller seller_address seller_tax_id buyer_name buyer_email buyer_address paid_with paid_on tax_name tax_rate tax_amount tax_note tax_country created_at',
    job_applications:
      'id job_post_id user_id experience_level available_date notice_period salary_expectation remote_interested consent_data consent_marketing applied_at candidate_number blind_score',
    job_posts: 'id created_at',
    job_requirements: 'id job_post_id position',
    job_reviewers: 'id job_post_id user_id added_at',
    lesson_progress: 'enrollment_id lesson_id',
    lessons: 'id course_id created_at',
    message_templates: 'id user_id company_id created_at',
    saved_searches: 'id user_id kind created_at',
    milestones: 'id project_id',
    notifications: 'id user_id type title message data event created_at',
    payment_methods: 'id user_id type brand last4 country provider phone phone_secret gateway token created_at',
    plans: 'id created_at',
    project_collaborators: 'id project_id user_id added_at',
    project_versions: 'id project_id version_number sha256 notes changes_summary uploaded_by uploaded_at',
    projects: 'id created_at',
    publications: 'id researcher_id created_at',
    question_banks: 'id created_at',
    refunds: 'id charge_id amount reason key created_at',
    reports: 'id kind content_id title owner_id reporter_id reason created_at',
    researcher_team: 'id researcher_id user_id added_at',
    researchers: 'id created_at',
    scorecards: 'id application_id user_id created_at',
    study_materials: 'id exam_id created_at',
    talent_pool_entries: 'id user_id keeper_id company_id created_at',
    subscriptions: 'id user_id company_id started_at period_start created_at',
    unmatched_payments: 'id gateway method amount currency received_on created_at',
    users: 'id created_at',
  },
  'changed together with a watched column': {
    application_notes: 'updated_at',
    message_templates: 'updated_at',
    saved_searches: 'updated_at',
    certificates: 'revocation_reason',
    companies: 'updated_at',
    company_members: 'user_id email',
    charges: 'failure needs_person period_end payment_id settled_at',
    courses: 'updated_at hidden_status',
    exam_accommodations: 'updated_at',
    exam_appeals: 'answer answered_by points_after_hundredths',
    exam_attempts:
      'submitted_at answered correct extension_minutes certain_score paper ungraded released_at score_before',
    exam_bookings: 'time timezone',
    exams: 'updated_at hidden_status',
    interview_slots: 'updated_at',
    interviews: 'interview_date interview_time updated_at',
    invoices: 'period_end refunded_on',
    job_applications: 'updated_at',
    job_posts: 'updated_at hidden_status',
    lessons: 'updated_at rendered',
    notifications: 'read',
    plans: 'updated_at',
    projects: 'scope_document_type updated_at hidden_status',
    question_banks: 'updated_at',
    refunds: 'failure refund_id tries settled_at',
    reports: 'decided_at decided_by decision_reason',
    publications: 'authors_count source issued work_key source_keys edited updated_at',
    researchers: 'updated_at hidden_status',
    scorecards: 'updated_at',
    subscriptions: 'currency cancel_reason past_due_since ended_at updated_at',
    talent_pool_entries: 'ends_at consented_at requested_by request_ends_at updated_at',
    user_accommodations: 'user_id updated_at',
    unmatched_payments: 'charge_id settled_at',
    users: 'updated_at suspension_reason',
  },
  'for the service only': {
    charges:
      'action_kind action_url action_expires_at reference key prompted_at method_country phone_secret account_reference receipt',
    companies: 'name_key logo_file_id',
    courses: 'title_key announce_at category_key',
    course_roster_entries: 'notified_at',
    enrollments: 'last_accessed_at lessons_up_to',
    exam_bookings: 'reminded_at',
    exam_roster_entries: 'notified_at',
    exams: 'category_key closes_at reminded_for',
    interviews: 'uid sequence',
    saved_searches: 'since due_at last_digest_at',
    job_applications: 'search_key resume_state tag_keys',
    job_posts: 'title_key pays closes_at candidates_numbered',
    job_requirements: 'skill_key',
    payment_methods: 'action_expires_at setup_default',
    projects: 'title_key field_key due_on',
    researchers: 'name_key quality publications_count institution_names',
    subscriptions: 'version period_value anchor_day retries retry_at reminded_for due_at',
    user_accommodations: 'note',
    unmatched_payments: 'reference note',
    users: 'password_hash sort_name',
  },
  counts: {
    coupons: 'redemptions',
    course_cohorts: 'enrolled_count',
    courses: 'lessons_count enrolled_count',
    enrollments: 'downloads',
    exams: 'pool_size section_size',
    study_materials: 'download_count',
  },
}

const listWords = (reasons: Record<string, string[]>) => new Set(Object.values(reasons).flat().join(' ').split(' '))

/** The columns of `unwatched`, such as `job_posts.title_key`. */
const listIgnored = () =>
  Object.values(unwatched).flatMap((tables) =>
    Object.entries(tables).flatMap(([table, list]) => list.split(' ').map((column) => `${table}.${column}`)),
  )

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
    const names = new Set(trackedObjects.map(({ table }) => table))
    const [known, ignored] = [listWords(untracked), new Set(listIgnored())]
    const isWatched = (table: unknown, column: unknown) =>
      trackedObjects.some((rows) => rows.table === table && rows.columns.some((name) => name === column))

    const forgotten = columns.flatMap(({ table, column }) => {
      if (!names.has(String(table))) return known.has(String(table)) ? [] : [String(table)]
      return isWatched(table, column) || ignored.has(`${table}.${column}`) ? [] : [`${table}.${column}`]
    })

    assert.deepEqual([...new Set(forgotten)], [])
    assert.deepEqual(
      [...known].filter((name) => names.has(name) || !columns.some(({ table }) => table === name)),
      [],
    )
    const existing = new Set(columns.map(({ table, column }) => `${table}.${column}`))
    assert.deepEqual(
      [...ignored].filter((name) => !existing.has(name) || isWatched(...(name.split('.') as [string, string]))),
      [],
    )
    assert.equal(ignored.size, listIgnored().length)
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
