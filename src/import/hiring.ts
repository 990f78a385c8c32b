/** What those who judge applications have written about them, and their messages with applicants. */

import { Type } from 'typebox'
import { DateTime, Id } from '#core/schema.ts'
import { prepareBulkInsert } from '#database/query/bulk.ts'
import { messageLimit, noteLimit, reviewerLimit, scorecardLimit } from '#features/jobs/index.ts'
import { messageRecord } from '#features/jobs/messages/record.ts'
import { noteRecord } from '#features/jobs/notes/record.ts'
import { scorecardRecord } from '#features/jobs/scorecards/record.ts'
import { applicationFacts, postFacts } from './fact-queries.ts'
import { collectRefusals, findFacts, findOwners, listIds } from './facts.ts'
import { atImport, defineImport, importOf } from './import-of.ts'
import { type Databases, type ImportRow, optional } from './table.ts'

const Remarks = (maxLength: number) => Type.String({ maxLength, description: 'In free words.' })

export const jobReviewers = defineImport({
  name: 'job_reviewers',
  description: 'A colleague who reads the applications for a job post and writes scorecards, one a line.',
  columns: { id: Id, job_post_id: Id, user_id: Id, added_at: DateTime },
  references: { job_post_id: 'job_posts', user_id: 'users' },
  unique: 'the same job_post_id and user_id',
  limits: [{ column: 'job_post_id', most: reviewerLimit.maxRows }],
  uniqueKeys: [{ columns: ['job_post_id', 'user_id'] }],
  defaults: { added_at: atImport },
  complete: (databases, rows) => findOwners(databases, postFacts, rows, { column: 'job_post_id', noun: 'job post' }),
})

const Ratings = Type.Array(
  Type.Object(
    {
      criterion_id: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'One of `criteria` of the post.' }),
      criterion: optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'As it was called when it was rated; as the post calls it unless given.',
        }),
      ),
      rating: Type.Integer({ minimum: 1, maximum: 5, description: 'From 1 (poor) to 5 (excellent).' }),
      notes: optional(Remarks(2_000)),
    },
    { additionalProperties: false },
  ),
  { maxItems: 20, description: 'The ratings by criterion.' },
)

interface Rating {
  criterion_id: number
  criterion?: string
  rating: number
  notes?: string
}

/** Returns the sentence about an applicant who would judge the own application. */
const describeOwnApplication = (
  { user_id, application_id }: ImportRow,
  applications: ReadonlyMap<number, { user_id: number }>,
): string | null =>
  applications.get(application_id)?.user_id === user_id
    ? `The user ${user_id} is the applicant of the application ${application_id}.`
    : null

const findApplications = (databases: Databases, rows: readonly ImportRow[]) =>
  findFacts(databases, applicationFacts, listIds(rows, 'application_id'))

/** Names the criteria of ratings. Returns the sentence about one that has no name. */
function completeRatings(row: ImportRow, criteria: readonly { id: number; name: string }[]): string | null {
  const ratings = ((row.ratings ?? []) as Rating[]).map(({ criterion_id, criterion, rating, notes = '' }) => ({
    criterion_id,
    criterion: criterion ?? criteria.find(({ id }) => id === criterion_id)?.name,
    rating,
    notes,
  }))
  const nameless = ratings.find(({ criterion }) => criterion === undefined)
  row.ratings = ratings
  return nameless === undefined ? null : `The criterion ${nameless.criterion_id} is none of the job post.`
}

export const scorecards = importOf(scorecardRecord, {
  description: 'What one reviewer thinks of an applicant, one scorecard a line.',
  extra: { ratings: Ratings },
  references: { application_id: 'job_applications', user_id: 'users' },
  unique: 'the same application_id and user_id',
  limits: [{ column: 'application_id', most: scorecardLimit.maxRows, texts: ['ratings', 'notes'] }],
  uniqueKeys: [{ columns: ['application_id', 'user_id'] }],
  check: ({ ratings = [] }) =>
    new Set(ratings.map(({ criterion_id }: Rating) => criterion_id)).size < ratings.length
      ? 'The column "ratings" has a criterion twice.'
      : null,
  async complete(databases, rows) {
    const applications = await findApplications(databases, rows)
    const postIds = [...applications.values()].map(({ job_post_id }) => job_post_id)
    const posts = await findFacts(databases, postFacts, postIds)
    return collectRefusals(rows, (row) => {
      const post = posts.get(applications.get(row.application_id)?.job_post_id ?? 0)
      return describeOwnApplication(row, applications) ?? completeRatings(row, post?.criteria ?? [])
    })
  },
})

export const applicationNotes = importOf(noteRecord, {
  description: 'A note about an application for those who manage the post, one a line.',
  references: { application_id: 'job_applications', user_id: 'users' },
  limits: [{ column: 'application_id', most: noteLimit.maxRows, texts: ['text'] }],
  async complete(databases, rows) {
    const applications = await findApplications(databases, rows)
    return collectRefusals(rows, (row) => describeOwnApplication(row, applications))
  },
})

const addFiles = prepareBulkInsert('message_files', { message_id: 'integer', file_id: 'integer' }, [
  'message_id',
  'file_id',
])

export const applicationMessages = importOf(messageRecord, {
  description: 'A message between an applicant and those who manage the post, one a line. Nothing is sent.',
  without: ['hidden_at', 'hidden_reason'],
  extra: {
    body: Type.String({ minLength: 1, maxLength: 5_000 }),
    files: optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), {
        maxItems: 5,
        uniqueItems: true,
        description: 'The old paths in files.ndjson, whose purpose is `message`.',
      }),
    ),
  },
  references: { application_id: 'job_applications', user_id: 'users' },
  paths: ['files'],
  limits: [{ column: 'application_id', most: messageLimit.maxRows, texts: ['body'] }],
  async derive(tx, rows, { files }) {
    const attached = rows.flatMap(({ id, files: paths = [] }) =>
      paths.map((path: string) => ({ message_id: id, file_id: files.get(path)?.file_id })),
    )
    if (attached.length > 0) await addFiles.all(tx, { rows: attached })
  },
})
