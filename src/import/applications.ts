/** Applications for job posts, with the history of their statuses. */

import { Type } from 'typebox'
import { DateTime, Id, nullable } from '#core/schema.ts'
import { ApplicationStatus, applicationRecord } from '#features/jobs/applications/record.ts'
import { applicationHistoryLimit, normalizeTags, toSearchKey, toTagKey } from '#features/jobs/index.ts'
import { applicationNumbers } from './derived-queries.ts'
import { atImport, defineImport, importOf } from './import-of.ts'
import { type ImportRow, optional } from './table.ts'

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

const completeAnswers = (answers: readonly object[]) => answers.map((one) => ({ question_id: null, ...one }))

/** Gives the applications of a post their numbers: those of the rows, or the next after the last one. */
function numberCandidates(rows: readonly ImportRow[], last: number): { id: number; number: number }[] {
  let next = last
  return rows.map(({ id, candidate_number }) => {
    const number = candidate_number ?? next + 1
    next = Math.max(next, number)
    return { id, number }
  })
}

export const jobApplications = importOf(applicationRecord, {
  description: 'One application a line; at most one of an applicant for a post.',
  without: ['resume_state', 'pending', 'sealed', 'blind_score'],
  extra: {
    resume: nullable(Type.String({ maxLength: 1_000, description: 'The old path of the resume in files.ndjson.' })),
    additional_answers: Answers,
    consent_data: Type.Boolean(),
    rejection_reason: Type.String({ maxLength: 200, line: true, description: 'For those who judge.' }),
    tags: Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
      maxItems: 20,
      description: 'Words of those who manage the post, which the applicant never sees.',
    }),
    candidate_number: optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        description: 'Within the post, from 1; in the order of the lines unless given.',
      }),
    ),
  },
  bounds: { cover_letter: 50_000, rejection_letter: 5_000 },
  descriptions: { shortlisted_at: 'When it was first shortlisted; from the status unless given.' },
  defaults: {
    ...{ phone: '', consent_data: true, status: 'applied', rejection_reason: '', rejection_letter: '', tags: [] },
    applied_at: atImport,
    updated_at: ({ applied_at }, { now }) => applied_at ?? now,
  },
  computed: ['resume_id', 'tag_keys', 'search_key'],
  unstored: ['candidate_number'],
  references: { job_post_id: 'job_posts', user_id: 'users' },
  paths: ['resume'],
  following: { resume_id: 'resume' },
  unique: 'the same job_post_id and user_id, or the same resume,',
  uniqueKeys: [{ columns: ['job_post_id', 'user_id'] }],
  convert(row, { files }) {
    const tags = normalizeTags(row.tags)
    const isShortlisted = ['shortlisted', 'hired'].includes(row.status)
    return {
      resume_id: files.get(row.resume)?.file_id ?? null,
      additional_answers: completeAnswers(row.additional_answers),
      tags,
      tag_keys: tags.map(toTagKey),
      shortlisted_at: row.shortlisted_at ?? (isShortlisted ? row.updated_at : null),
      search_key: toSearchKey({ first_name: row.first_name, last_name: row.last_name, email: row.email }),
    }
  },
  async derive(tx, rows) {
    const byPost = Map.groupBy(rows, ({ job_post_id }) => job_post_id)
    const posts = await applicationNumbers.last.all(tx, { ids: [...byPost.keys()] })
    const input = posts.map(({ id, candidates_numbered }) => ({
      id,
      numbers: numberCandidates(byPost.get(id) ?? [], candidates_numbered),
      last: candidates_numbered,
    }))
    const numbers = input.flatMap(({ numbers }) => numbers)
    const last = input.map(({ id, numbers, last }) => ({
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
})

export const applicationChanges = defineImport({
  name: 'job_application_changes',
  description: 'A former change of the status of an application, one a line.',
  columns: {
    id: Id,
    application_id: Id,
    changed_by: Id,
    from_status: ApplicationStatus,
    to_status: ApplicationStatus,
    changed_at: DateTime,
  },
  references: { application_id: 'job_applications', changed_by: 'users' },
  limits: [{ column: 'application_id', most: applicationHistoryLimit.maxRows }],
})
