import { type Static, Type } from 'typebox'
import { DateTime, Id, Named, nullable, oneOf, withDescription } from '#core/schema.ts'
import { computed, defineRecord, internal, readOnly, type TableOf } from '#database/record.ts'

const CandidateState = withDescription(
  oneOf('imported', 'invited', 'accepted', 'applied'),
  '`imported`; `invited` by a mail; `accepted` while the person has no account with a verified address; `applied`, with an application. ' +
    'Of a blind post only the first two are told.',
)

export const CandidateSource = Type.Object(
  {
    source: Type.String({ description: 'Where the data come from.' }),
    consent: Type.String({ description: 'How the person agreed that these data are passed on.' }),
    consented_on: withDescription(
      nullable(Type.String({ format: 'date', maxLength: 64 })),
      'The day of the consent; null where it is not known.',
    ),
    imported_at: withDescription(DateTime, 'When the data were imported.'),
  },
  { title: 'CandidateSource' },
)
export type CandidateSource = Static<typeof CandidateSource>

const StoredResume = Type.Unsafe<Record<string, unknown> | null>({
  type: ['object', 'null'],
  additionalProperties: true,
  description:
    'The JSON Resume (https://jsonresume.org/schema) that was imported, without name and contacts; null without one.',
})

const text = (description: string) => Type.String({ description })

export const candidateRecord = defineRecord(
  'job_candidates',
  {
    id: readOnly(Id),
    job_post_id: readOnly(withDescription(Id, 'The job post.')),
    first_name: readOnly(text('The first name.')),
    last_name: readOnly(text('The last name; empty for a name of one word.')),
    email: readOnly(withDescription(nullable(Type.String()), 'The e-mail address.')),
    phone: readOnly(text('The telephone number, or an empty text.')),
    location: readOnly(text('City, region or country, or an empty text.')),
    cover_letter: readOnly(text('The letter, or the summary of a resume.')),
    tags: readOnly(
      withDescription(Type.Array(Type.String()), 'Tags for the application, which the person never sees.'),
    ),
    note: readOnly(text('A note for the application, which the person never sees.')),
    sources: readOnly(withDescription(Type.Array(CandidateSource), 'Where the data come from, the oldest first.')),
    state: computed(CandidateState),
    application_id: readOnly(
      withDescription(nullable(Type.Integer()), 'The application; null without one, and always of a blind post.'),
    ),
    importer: computed(withDescription(Named, 'The user who imported the candidate first.')),
    invited_at: readOnly(withDescription(nullable(DateTime), 'When the invitation was mailed last; null without one.')),
    created_at: readOnly(withDescription(DateTime, 'When the candidate was imported first.')),
    resume: internal(StoredResume),
    email_key: internal(Type.String()),
    imported_by: internal(Id),
    accepted_at: internal(nullable(DateTime)),
    withdrawn_at: internal(nullable(DateTime)),
    updated_at: internal(DateTime),
  },
  { isFollowed: false },
)

declare module '#database/tables/index.ts' {
  interface Tables {
    job_candidates: TableOf<typeof candidateRecord>
  }
}
