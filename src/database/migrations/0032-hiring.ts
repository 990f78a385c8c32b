/** Hiring for what one can show: requirements, reserved places, blind review, scorecards, interviewers, resume texts. */

import { boolean, id, integer, json, key, type Migration, type Schema, text, timestamp } from './schema.ts'

export const hiring: Migration = {
  name: '0032-hiring',
  up(schema) {
    addToPosts(schema)
    addToApplications(schema)
    addReview(schema)
    addToInterviews(schema)
  },
}

function addToPosts(schema: Schema): void {
  schema.addColumn('job_posts', 'blind', boolean().default(false))
  schema.addColumn('job_posts', 'criteria', json().default('[]'))
  schema.addColumn('job_posts', 'rejection_reasons', json().default('[]'))
  // The number of the last candidate; that of a withdrawn application is not given again.
  schema.addColumn('job_posts', 'candidates_numbered', integer().default(0))
  // One of exam, course and skill.
  schema.table('job_requirements', {
    id: id(),
    job_post_id: integer().references('job_posts', 'cascade'),
    position: integer(),
    exam_id: integer().references('exams', 'cascade').nullable(),
    course_id: integer().references('courses', 'cascade').nullable(),
    skill: text().nullable(),
    skill_key: key().nullable(),
    required: boolean(),
  })
  schema.index('job_requirements', ['job_post_id', 'position', 'id'])
  schema.index('job_requirements', ['exam_id'])
  schema.index('job_requirements', ['course_id'])
}

function addToApplications(schema: Schema): void {
  schema.addColumn('job_applications', 'pending', boolean().default(false))
  schema.addColumn('job_applications', 'candidate_number', integer().nullable())
  schema.addColumn('job_applications', 'shortlisted_at', timestamp().nullable())
  schema.addColumn('job_applications', 'rejection_reason', text().default(''))
  schema.addColumn('job_applications', 'rejection_letter', text().default(''))
  schema.addColumn(
    'job_applications',
    'resume_state',
    text().oneOf('pending', 'ready', 'unreadable').default('pending'),
  )
  schema.index('job_applications', ['id'], { where: "resume_state = 'pending' and resume_id is not null" })
  schema.index('job_applications', ['user_id', 'job_post_id'], { where: 'pending' })
  schema.index('job_applications', ['job_post_id', 'id', 'user_id'], { where: 'pending' })
  // The order of submission, in which reserved places come later than their id.
  schema.index('job_applications', ['job_post_id', 'candidate_number'], { unique: true })
  schema.dropIndex('job_applications', ['job_post_id', 'status', 'id'])
  schema.index('job_applications', ['job_post_id', 'status', 'candidate_number'])
  schema.dropIndex('job_applications', ['job_post_id', 'id'])
  const number = `update job_applications set candidate_number = (select count(*) from job_applications as earlier
    where earlier.job_post_id = job_applications.job_post_id and earlier.id <= job_applications.id)`
  schema.statement({ sqlite: number, postgres: number })
  const last = `update job_posts set candidates_numbered = (select count(*) from job_applications
    where job_applications.job_post_id = job_posts.id)`
  schema.statement({ sqlite: last, postgres: last })
  // The words of the resumes.
  schema.table(
    'resume_terms',
    { term: key(), item_id: integer().references('job_applications', 'cascade') },
    { primaryKey: ['item_id', 'term'] },
  )
}

function addReview(schema: Schema): void {
  schema.table('job_reviewers', {
    id: id(),
    job_post_id: integer().references('job_posts', 'cascade'),
    user_id: integer().references('users'),
    added_at: timestamp(),
  })
  schema.index('job_reviewers', ['job_post_id', 'user_id'], { unique: true })
  schema.index('job_reviewers', ['user_id', 'job_post_id'])
  schema.table('scorecards', {
    id: id(),
    application_id: integer().references('job_applications', 'cascade'),
    user_id: integer().references('users'),
    ratings: json(),
    recommendation: text().oneOf('strong_no', 'no', 'yes', 'strong_yes'),
    notes: text(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  schema.index('scorecards', ['application_id', 'user_id'], { unique: true })
  schema.index('scorecards', ['user_id', 'id'])
  // Who was told who a candidate of a blind post is, before the shortlist.
  schema.table('identity_disclosures', {
    id: id(),
    application_id: integer().references('job_applications', 'cascade'),
    user_id: integer().references('users'),
    reason: text(),
    disclosed_at: timestamp(),
  })
  schema.index('identity_disclosures', ['application_id', 'id'])
  schema.index('identity_disclosures', ['user_id', 'id'])
}

function addToInterviews(schema: Schema): void {
  schema.addColumn('interviews', 'outcome', text().nullable().oneOf('passed', 'failed', 'no_show'))
  schema.addColumn('interviews', 'outcome_notes', text().default(''))
  schema.table(
    'interviewers',
    { interview_id: integer().references('interviews', 'cascade'), user_id: integer().references('users') },
    { primaryKey: ['interview_id', 'user_id'] },
  )
  schema.index('interviewers', ['user_id', 'interview_id'])
}
