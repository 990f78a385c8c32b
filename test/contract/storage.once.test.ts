/** Everything that a person may store has a bound: the list of what has none is empty. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mayStore } from '#http/write-limits.ts'
import { milestone, project } from '../support/projects.ts'
import { ask } from './empty-database.ts'
import { buildPath, listRoles, walk } from './walk.ts'

/** The bound of the rows of each table, by what bounds them. */
const bounds: Record<string, string[]> = {
  'what a person writes: WRITES_PER_DAY_MB': [
    'application_messages application_notes bank_editors bank_question_versions bank_questions bulk_action_items bulk_actions calendars certificate_shares course_cohorts course_prerequisites courses dismissed_events due_reminders enrollments exam_answer_sheets exam_attempts companies company_members',
    'exam_answer_files exam_appeals exam_events exam_graders exam_grades',
    'course_roster_entries exam_roster_entries',
    'exam_accommodations exam_banks exam_bookings exam_question_versions exam_questions exams identity_disclosures interview_slots interviewers interviews',
    'job_application_changes job_applications job_candidates job_posts job_requirements job_reviewers lesson_progress lesson_syncs lessons',
    'message_files message_templates milestone_changes milestones notification_preferences payment_methods project_collaborators project_versions projects publications',
    'question_banks reports researcher_team researchers saved_searches scorecards slot_invitations study_materials subscriptions talent_pool_entries user_accommodations users webhooks',
  ],
  'files, and uploads that may become files: STORAGE_QUOTA_GB': ['files uploads pending_objects'],
  'what follows from a write, at most some rows for each: WRITES_PER_DAY_MB': [
    'activity_log certificates change_marks changed_objects changes journal charges credit_notes gateway_customers idempotency_keys inboxes interview_people interview_slot_people invoices',
    'last_changes mails method_setups notifications refunds tasks webhook_deliveries',
  ],
  'counts, copies and indexes of other tables': [
    'counters course_skills course_words exam_skills exam_slots exam_standings inbox_counts job_application_counts job_post_skills',
    'job_post_words object_audiences owned_project_counts project_words proven_publications resume_terms skill_strengths user_words',
    'search_copies search_facets search_facets_2 search_pending search_pending_2 search_postings search_postings_2',
    'search_spellings search_spellings_2 search_terms search_terms_2 search_versions popular_queries search_lifts',
    'saved_search_items saved_search_matches saved_search_terms',
    'search_list_changes search_list_versions search_lists search_postings_lists search_spellings_lists search_terms_lists search_texts',
  ],
  'the newest fifty of each course': ['course_versions'],
  'a number for each person, or a limit of attempts': [
    'access_tokens email_verifications identities invitations known_devices login_challenges passkey_challenges passkeys password_resets',
    'recovery_codes sign_in_states stream_tickets two_factor_secrets throttle_windows period_usage company_usage credential_nonces',
  ],
  'one row a day for each thing that a person reads': ['resume_downloads search_clicks search_queries'],
  'administrators and the service alone': [
    'audit_end audit_heads audit_log change_numbers coupons daily_figures gateway_events gateway_results gateway_states hidden_content import_progress imported_rows followers',
    'credit_note_numbers invoice_numbers issuer_keys legacy_files people_imports people_import_rows announcements',
    'log_end log_leaves log_tiles migrations plans sandbox_clock sandbox_identity_codes sandbox_identity_keys schedules',
    'search_aliases unmatched_payments payment_differences',
  ],
}

/** What bounds requests without an account. */
const anonymous: Record<string, string> = {
  'POST /auth/signup': 'RATE_LIMIT_AUTH',
  'POST /auth/login': 'RATE_LIMIT_AUTH',
  'POST /auth/sessions/end': 'RATE_LIMIT_AUTH',
  'POST /auth/two-factor': 'RATE_LIMIT_AUTH',
  'POST /auth/passkeys/login/options': 'RATE_LIMIT_AUTH',
  'POST /auth/passkeys/login': 'RATE_LIMIT_AUTH',
  'POST /auth/api-keys/revoke': 'RATE_LIMIT_AUTH',
  'POST /auth/invitations/show': 'stores nothing',
  'POST /auth/invitations/accept': 'RATE_LIMIT_AUTH',
  'POST /auth/email/verify': 'RATE_LIMIT_AUTH',
  'POST /auth/email/reject': 'RATE_LIMIT_AUTH',
  'POST /auth/forgot-password': 'RATE_LIMIT_AUTH',
  'POST /auth/reset-password': 'RATE_LIMIT_AUTH',
  'POST /auth/:provider/start': 'RATE_LIMIT_AUTH',
  'POST /auth/:provider/callback': 'RATE_LIMIT_AUTH',
  'POST /auth/google/verify': 'RATE_LIMIT_AUTH',
  'POST /console/session': 'RATE_LIMIT_AUTH',
  'POST /console/session/code': 'RATE_LIMIT_AUTH',
  'POST /console/session/passkey': 'RATE_LIMIT_AUTH',
  'POST /sandbox/clock': 'outside production alone',
  'POST /sandbox/identity/authorize': 'outside production alone',
  'POST /sandbox/identity/token': 'outside production alone',
  'POST /sandbox/identity/userinfo': 'outside production alone',
  'POST /payments/webhooks/:gateway': 'signed by the gateway',
  'PUT /payments/webhooks/:gateway': 'signed by the gateway',
  'POST /payments/callbacks/prompt/:secret': 'a secret that the gateway was told, and a task a charge',
  'PUT /payments/callbacks/prompt/:secret': 'a secret that the gateway was told, and a task a charge',
  'POST /payments/callbacks/money/:secret': 'a secret that the gateway was told, and two tasks at a time',
  'PUT /payments/callbacks/money/:secret': 'a secret that the gateway was told, and two tasks at a time',
  'POST /payments/callbacks/money/:secret/check': 'stores nothing',
  'PUT /payments/callbacks/money/:secret/check': 'stores nothing',
  'POST /payments/callbacks/result/:secret': 'a secret that the gateway was told, and a refund that was requested',
  'PUT /payments/callbacks/result/:secret': 'a secret that the gateway was told, and a refund that was requested',
  'POST /interviews/:id/invitation': 'one answer for each invitation',
  'POST /talent-pool/:id/consent': 'one answer for each request',
  'POST /job-candidates/:id/invitation': 'one application for each candidate',
  'POST /job-applications/:id/choose-time': 'one interview for each invitation',
  'POST /saved-searches/unsubscribe/:id': 'stores nothing: ends what was asked for',
  'POST /announcements/unsubscribe/:id': 'one preference for each account',
  'POST /certificates/verify': 'stores nothing',
}

const tables = {
  sqlite: "select name from sqlite_schema where type = 'table'",
  postgres:
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
}

const { app, routes } = await walk({}, { WRITES_PER_DAY_MB: '1' })
const mutating = routes.filter(({ method }) => mayStore(method))
const isAnonymous = ({ access }: { access: unknown }) => access === 'public' || access === 'optional'

describe('what a person may store', () => {
  it('has a bound for each table', async () => {
    const rows = await ask(app.platform.config, tables[app.platform.db.engine])

    // An index of words consists of tables of its own, of the embedded database.
    const names = rows.map(({ name }) => String(name)).filter((name) => !/_words_index|^sqlite_/.test(name))
    const listed = Object.values(bounds).flatMap((lines) => lines.flatMap((line) => line.split(' ')))
    assert.deepEqual(listed.toSorted(), names.toSorted())
  })

  it('has a bound for each request without an account', () => {
    const names = mutating.filter(isAnonymous).map(({ name }) => name)

    assert.deepEqual(names.toSorted(), Object.keys(anonymous).toSorted())
  })

  it('is refused by every other route once it is used up for the day, and deleting is not', async () => {
    const person = await app.given.user({ role: 'researcher' })
    const { id } = await project(person)
    const text = 'x'.repeat(5_000)
    const { id: first } = await milestone(person, id)
    const write = () =>
      person.post(`/projects/${id}/milestones`, { title: 'Sow', due_date: '2027-04-01', description: text })
    let reply = await write()
    for (let writes = 1; reply.status === 201 && writes < 400; writes++) reply = await write()

    assert.equal(reply.status, 429, reply.text)
    assert.equal(reply.message, 'You have saved more today than one person may; please go on tomorrow.')
    const answers = await Promise.all(
      mutating
        .filter((route) => !isAnonymous(route) && listRoles(route).includes('researcher'))
        .map(async (route) => {
          const { status } = await person.send(route.method, buildPath(route), {})
          return `${route.name} ${status}`
        }),
    )
    assert.ok(answers.length > 60, `${answers.length} routes`)
    assert.deepEqual(
      answers.filter((answer) => !answer.endsWith(' 429')),
      [],
    )
    assert.equal((await person.delete(`/projects/${id}/milestones/${first}`)).status, 200)
    assert.equal((await person.get('/projects?mine=true')).status, 200)
    assert.equal((await (await app.given.user()).post('/projects', { title: 'Other' })).status, 201)
  })
})
