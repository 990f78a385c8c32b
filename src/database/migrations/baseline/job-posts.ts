/** Job posts: what they ask for, who reviews, the people who were brought, times for interviews. */

import { boolean, id, integer, json, key, type Schema, text, timestamp } from '../schema.ts'
import { defineWords } from './words.ts'

export function defineJobPosts(schema: Schema) {
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
    hidden_at: timestamp().nullable(),
    hidden_status: text().nullable(),
    blind: boolean().default(false),
    criteria: json().default('[]'),
    rejection_reasons: json().default('[]'),
    // The number of the last candidate; that of a withdrawn application is not given again.
    candidates_numbered: integer().default(0),
    company_id: integer().nullable().references('companies'),
  })
  schema.index('job_posts', ['closes_at', 'id'], { where: "status = 'open'" })
  schema.index('job_posts', ['pays', 'id'], { where: "status = 'open'" })
  schema.index('job_posts', ['title_key', 'id'], { where: "status = 'open'" })
  schema.index('job_posts', ['user_id', 'status', 'id'])
  schema.index('job_posts', ['id', 'employment_type', 'experience_level', 'remote', 'pays'], {
    where: "status = 'open'",
  })
  schema.index('job_posts', ['hidden_at', 'id'], { where: 'hidden_at is not null' })
  schema.index('job_posts', ['company_id', 'status', 'id'])

  defineWords(schema, 'job_posts', 'job_post_words')

  // The points of 100 that a skill of a post can give.
  const job_post_skills = schema.table(
    'job_post_skills',
    {
      job_post_id: integer().references('job_posts', 'cascade'),
      skill_key: key(),
      share: integer(),
    },
    { primaryKey: ['job_post_id', 'skill_key'] },
  )
  schema.index('job_post_skills', ['skill_key', 'job_post_id', 'share'])

  // One of exam, course and skill.
  const job_requirements = schema.table('job_requirements', {
    id: id(),
    job_post_id: integer().references('job_posts', 'cascade'),
    position: integer(),
    exam_id: integer().nullable().references('exams', 'cascade'),
    course_id: integer().nullable().references('courses', 'cascade'),
    skill: text().nullable(),
    skill_key: key().nullable(),
    required: boolean(),
  })
  schema.index('job_requirements', ['job_post_id', 'position', 'id'])
  schema.index('job_requirements', ['exam_id'])
  schema.index('job_requirements', ['course_id'])

  const job_reviewers = schema.table('job_reviewers', {
    id: id(),
    job_post_id: integer().references('job_posts', 'cascade'),
    user_id: integer().references('users'),
    added_at: timestamp(),
  })
  schema.index('job_reviewers', ['job_post_id', 'user_id'], { unique: true })
  schema.index('job_reviewers', ['user_id', 'job_post_id'])
  return { job_post_skills, job_requirements, job_reviewers }
}
