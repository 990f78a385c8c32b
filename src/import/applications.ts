/** Applications for job posts, with the history of their statuses. */

import { Type } from 'typebox'
import { CalendarDate, DateTime, Email, Id, nullable, oneOf } from '#core/schema.ts'
import { applicationHistoryLimit, normalizeTags, toSearchKey, toTagKey } from '#features/jobs/index.ts'
import { applicationNumbers } from './derived-queries.ts'
import { type ImportRow, type ImportTable, Line, optional } from './table.ts'

const Long = Type.String({ maxLength: 50_000 })
const Amount = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 })
const Status = oneOf('applied', 'reviewing', 'shortlisted', 'rejected', 'hired')

const Answers = Type.Array(
  Type.Object(
    {
      question_id: optional(nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 }))),
      question: Type.String({ maxLength: 1_000, description: 'As it was when it was answered.' }),
      answer: Type.String({ maxLength: 20_000 }),
    },
    { additionalProperties: false },
  ),
  { maxItems: 100, description: 'Answers to the questions of the post.' },
)

const completeAnswers = (answers: readonly object[] = []) => answers.map((one) => ({ question_id: null, ...one }))

const defaults = {
  phone: '',
  cover_letter: '',
  experience_level: '',
  available_date: null,
  notice_period: '',
  salary_expectation: null,
  remote_interested: false,
  consent_data: true,
  consent_marketing: false,
  status: 'applied',
  rejection_reason: '',
  rejection_letter: '',
}

/** Gives the applications of a post their numbers: those of the rows, or the next after the last one. */
function numberCandidates(rows: readonly ImportRow[], last: number): { id: number; number: number }[] {
  let next = last
  return rows.map(({ id, candidate_number }) => {
    const number = candidate_number ?? next + 1
    next = Math.max(next, number)
    return { id, number }
  })
}

export const jobApplications: ImportTable = {
  name: 'job_applications',
  description: 'One application a line; at most one of an applicant for a post.',
  columns: {
    id: Id,
    job_post_id: Id,
    user_id: Id,
    first_name: Line(100),
    last_name: Line(100),
    email: Email,
    phone: optional(Type.String({ maxLength: 50 })),
    resume: optional(
      nullable(Type.String({ maxLength: 1_000, description: 'The old path of the resume in files.ndjson.' })),
    ),
    cover_letter: optional(Long),
    experience_level: optional(Type.String({ maxLength: 50 })),
    available_date: optional(nullable(CalendarDate)),
    notice_period: optional(Type.String({ maxLength: 100 })),
    salary_expectation: optional(nullable(Amount)),
    remote_interested: optional(Type.Boolean()),
    additional_answers: optional(Answers),
    consent_data: optional(Type.Boolean()),
    consent_marketing: optional(Type.Boolean()),
    status: optional(Status),
    rejection_reason: optional(Type.String({ maxLength: 200, line: true, description: 'For those who judge.' })),
    rejection_letter: optional(
      Type.String({ maxLength: 5_000, description: 'What was written to the applicant with a rejection.' }),
    ),
    tags: optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
        maxItems: 20,
        description: 'Words of those who manage the post, which the applicant never sees.',
      }),
    ),
    candidate_number: optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        description: 'Within the post, from 1; in the order of the lines unless given.',
      }),
    ),
    shortlisted_at: optional(
      nullable(
        Type.String({
          format: 'date-time',
          description: 'When it was first shortlisted; from the status unless given.',
        }),
      ),
    ),
    applied_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  references: { job_post_id: 'job_posts', user_id: 'users' },
  paths: ['resume'],
  following: { resume_id: 'resume' },
  unique: 'the same job_post_id and user_id, or the same resume,',
  uniqueKeys: [{ columns: ['job_post_id', 'user_id'] }],
  stored: {
    id: 'integer',
    job_post_id: 'integer',
    user_id: 'integer',
    first_name: 'text',
    last_name: 'text',
    email: 'text',
    phone: 'text',
    resume_id: 'integer',
    cover_letter: 'text',
    experience_level: 'text',
    available_date: 'calendarDate',
    notice_period: 'text',
    salary_expectation: 'integer',
    remote_interested: 'boolean',
    additional_answers: 'json',
    consent_data: 'boolean',
    consent_marketing: 'boolean',
    status: 'text',
    rejection_reason: 'text',
    rejection_letter: 'text',
    tags: 'json',
    tag_keys: 'json',
    shortlisted_at: 'timestamp',
    search_key: 'text',
    applied_at: 'timestamp',
    updated_at: 'timestamp',
  },
  convert(row, { now, files }) {
    const applied_at = row.applied_at ?? now
    const updated_at = row.updated_at ?? applied_at
    const tags = normalizeTags(row.tags ?? [])
    const isShortlisted = ['shortlisted', 'hired'].includes(row.status)
    return {
      ...defaults,
      ...row,
      resume_id: files.get(row.resume)?.file_id ?? null,
      additional_answers: completeAnswers(row.additional_answers),
      tags,
      tag_keys: tags.map(toTagKey),
      shortlisted_at: row.shortlisted_at ?? (isShortlisted ? updated_at : null),
      search_key: toSearchKey({ first_name: row.first_name, last_name: row.last_name, email: row.email }),
      applied_at,
      updated_at,
    }
  },
  async derive(tx, rows) {
    const byPost = Map.groupBy(rows, ({ job_post_id }) => job_post_id)
    const posts = await applicationNumbers.last.all(tx, { ids: [...byPost.keys()] })
    const given = posts.map(({ id, candidates_numbered }) => ({
      id,
      numbers: numberCandidates(byPost.get(id) ?? [], candidates_numbered),
      last: candidates_numbered,
    }))
    const numbers = given.flatMap(({ numbers }) => numbers)
    const last = given.map(({ id, numbers, last }) => ({
      id,
      number: Math.max(last, ...numbers.map(({ number }) => number)),
    }))
    await applicationNumbers.give.run(tx, { rows: numbers })
    await applicationNumbers.setLast.run(tx, { rows: last })
    const byStatus = Map.groupBy(rows, ({ job_post_id, status = 'applied' }) => JSON.stringify([job_post_id, status]))
    const counts = [...byStatus].map(([key, { length: total }]) => {
      const [job_post_id, status] = JSON.parse(key)
      return { job_post_id, status, total }
    })
    await applicationNumbers.count.run(tx, { rows: counts })
  },
}

export const applicationChanges: ImportTable = {
  name: 'job_application_changes',
  description: 'A former change of the status of an application, one a line.',
  columns: {
    id: Id,
    application_id: Id,
    changed_by: Id,
    from_status: Status,
    to_status: Status,
    changed_at: DateTime,
  },
  references: { application_id: 'job_applications', changed_by: 'users' },
  limits: [{ column: 'application_id', most: applicationHistoryLimit.maxRows }],
  stored: {
    id: 'integer',
    application_id: 'integer',
    changed_by: 'integer',
    from_status: 'text',
    to_status: 'text',
    changed_at: 'timestamp',
  },
  convert: (row) => row,
}
