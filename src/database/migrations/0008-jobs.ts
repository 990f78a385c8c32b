/** Hiring: job posts and the terms they are found by, applications with their history, interviews. */

import { boolean, calendarDate, id, integer, json, key, type Migration, text, timestamp } from './schema.ts'

export const jobs: Migration = {
  name: '0008-jobs',
  up(schema) {
    schema.table('job_posts', {
      id: id(),
      user_id: integer().references('users'),
      title: text(),
      description: text(),
      company: text(),
      location: text(),
      remote: boolean(),
      employment_type: text().oneOf('full_time', 'part_time', 'contract', 'internship', 'fellowship'),
      experience_level: text().oneOf('entry', 'mid', 'senior', 'lead'),
      skills: json(),
      salary_min: integer(),
      salary_max: integer(),
      currency: text(),
      deadline: timestamp().nullable(),
      status: text().oneOf('draft', 'open', 'closed'),
      questions: json(),
      // The order of the lists: the folded title, the highest salary, and the deadline or the end of time.
      title_key: key(),
      pays: integer(),
      closes_at: timestamp(),
      created_at: timestamp(),
      updated_at: timestamp(),
    })
    schema.index('job_posts', ['id'], { where: "status = 'open'" })
    schema.index('job_posts', ['closes_at', 'id'], { where: "status = 'open'" })
    schema.index('job_posts', ['pays', 'id'], { where: "status = 'open'" })
    schema.index('job_posts', ['title_key', 'id'], { where: "status = 'open'" })
    schema.index('job_posts', ['user_id', 'status', 'id'])

    // The folded words that a post is found by; words of the location begin with `@`, whole skills with `#`.
    schema.table(
      'job_post_terms',
      { term: key(), item_id: integer().references('job_posts', 'cascade') },
      { primaryKey: ['term', 'item_id'] },
    )
    schema.index('job_post_terms', ['item_id', 'term'])

    schema.table('job_applications', {
      id: id(),
      job_post_id: integer().references('job_posts'),
      user_id: integer().references('users'),
      first_name: text(),
      last_name: text(),
      email: text(),
      phone: text(),
      // Null once the applicant's account is deleted.
      resume_id: integer().references('files').nullable(),
      cover_letter: text(),
      experience_level: text(),
      available_date: calendarDate().nullable(),
      notice_period: text(),
      salary_expectation: integer().nullable(),
      remote_interested: boolean(),
      additional_answers: json(),
      consent_data: boolean(),
      consent_marketing: boolean(),
      status: text().oneOf('applied', 'reviewing', 'shortlisted', 'rejected', 'hired'),
      // The folded name and e-mail address, for the search among the applicants of one post.
      search_key: text(),
      applied_at: timestamp(),
      updated_at: timestamp(),
    })
    schema.index('job_applications', ['job_post_id', 'user_id'], { unique: true })
    schema.index('job_applications', ['job_post_id', 'id'])
    schema.index('job_applications', ['job_post_id', 'status', 'id'])
    schema.index('job_applications', ['user_id', 'id'])
    schema.index('job_applications', ['resume_id'])

    schema.table(
      'job_application_counts',
      { job_post_id: integer().references('job_posts', 'cascade'), status: text(), total: integer() },
      { primaryKey: ['job_post_id', 'status'] },
    )

    schema.table('job_application_changes', {
      id: id(),
      application_id: integer().references('job_applications', 'cascade'),
      changed_by: integer().references('users'),
      from_status: text(),
      to_status: text(),
      changed_at: timestamp(),
    })
    schema.index('job_application_changes', ['application_id', 'id'])

    schema.table('resume_downloads', {
      id: id(),
      application_id: integer().references('job_applications', 'cascade'),
      downloaded_by: integer().references('users'),
      downloaded_at: timestamp(),
    })
    schema.index('resume_downloads', ['application_id', 'id'])

    schema.table('interviews', {
      id: id(),
      application_id: integer().references('job_applications', 'cascade'),
      job_post_id: integer().references('job_posts'),
      interview_date: timestamp(),
      interview_time: text(),
      timezone: text(),
      starts_at: timestamp(),
      duration_minutes: integer(),
      location: text(),
      interview_type: text(),
      notes: text().nullable(),
      // The UID and SEQUENCE of the calendar event (RFC 5545).
      uid: text(),
      sequence: integer().default(0),
      answer: text().nullable().oneOf('accepted', 'declined', 'proposed'),
      answered_at: timestamp().nullable(),
      // Times that the applicant proposes instead.
      proposed_times: json().default('[]'),
      answer_message: text().default(''),
      created_at: timestamp(),
      updated_at: timestamp(),
    })
    schema.index('interviews', ['application_id', 'starts_at', 'id'])
    schema.index('interviews', ['job_post_id', 'starts_at', 'id'])

    // One row for the applicant and one for the recruiter, so that an index serves the interviews of a user in order.
    schema.table(
      'interview_people',
      {
        user_id: integer().references('users'),
        starts_at: timestamp(),
        interview_id: integer().references('interviews', 'cascade'),
      },
      { primaryKey: ['user_id', 'starts_at', 'interview_id'] },
    )
    schema.index('interview_people', ['interview_id'])
  },
}
