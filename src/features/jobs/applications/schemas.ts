import { type Static, Type } from 'typebox'
import {
  DateTime,
  Id,
  Named,
  NonEmpty,
  NonEmptyLine,
  nullable,
  oneOf,
  Paging,
  Text,
  withCondition,
  withDescription,
} from '#core/schema.ts'
import { Evidence } from '#features/researchers/index.ts'
import { FileField, Form } from '#http/forms.ts'
import { Match } from '../matching/schemas.ts'
import { ApplicationStatus, applicationRecord } from './record.ts'
import { Tag } from './tag-schemas.ts'

/** Product decisions, section 4: at most 10 MB. */
const largestResume = 10 * 1024 * 1024

const optional = Type.Optional

const { job_post_id, first_name, last_name, email, phone, ...details } = applicationRecord.creation

export const NewApplication = Form({
  ...{ job_post_id, first_name, last_name, email, phone },
  resume: FileField({
    maxBytes: largestResume,
    tooLarge: 'The resume may not be larger than 10 MB.',
    description: 'PDF, DOC or DOCX, at most 10 MB. It is kept private.',
  }),
  ...details,
  pending_requirements: optional(
    Type.Boolean({
      description:
        'Reserves a place if a requirement is not met yet. The application is submitted by itself when all are met while the post is open.',
    }),
  ),
})
export type NewApplication = Static<typeof NewApplication>

export const Submitted = Type.Object({
  id: Id,
  job_post_id: Id,
  application_id: Type.Integer({ description: 'The same as `id`.' }),
  pending: Type.Boolean({ description: 'Whether it is a reserved place, which is submitted by itself.' }),
})
export type Submitted = Static<typeof Submitted>

const { answer } = applicationRecord

const applicant = {
  name: Type.String({ description: 'First and last name.' }),
  email: withDescription(answer.email, 'The e-mail address.'),
  phone: answer.phone,
  location: Type.String({ description: 'From the profile, as are the skills and the picture.' }),
  experience_level: answer.experience_level,
  status: answer.status,
  applied_at: answer.applied_at,
  cover_letter: answer.cover_letter,
  salary_expectation: withDescription(
    answer.salary_expectation,
    'The expected salary a year, in the currency of the post; null when not stated.',
  ),
  skills: withDescription(Type.Array(Type.String()), 'The names of skills.'),
  profile_photo: withDescription(nullable(Type.String()), 'The URL of the picture; null without one.'),
  resume_url: Type.String({ description: 'Where the resume is downloaded, with a bearer token.' }),
}

const judged = {
  evidence: Type.Array(Evidence, {
    description: 'What the applicant has proven, the heaviest first; empty for a blind candidate.',
  }),
  match: Type.Unsafe<Match>({
    ...Match,
    description:
      'How well the evidence of the applicant fits the post. Of a blind candidate only the `score`, as it was when the application reached ' +
      'the judges, in steps of 25.',
  }),
}

/** Specification, "Applicant". */
export const Applicant = Type.Object(
  {
    id: Id,
    ...applicant,
    candidate_number: answer.candidate_number,
    blind: Type.Boolean({ description: 'Whether name, contacts, photo, cover letter and resume are withheld.' }),
    rejection_reason: answer.rejection_reason,
    tags: answer.tags,
    ...judged,
  },
  { title: 'Applicant' },
)
export type Applicant = Static<typeof Applicant>

const count = Type.Integer()
export const StatusCounts = Type.Object({
  applied: withDescription(count, 'The number of new applications.'),
  reviewing: withDescription(count, 'The number of applications under review.'),
  shortlisted: withDescription(count, 'The number of applications on the short list.'),
  rejected: withDescription(count, 'The number of rejected applications.'),
  hired: withDescription(count, 'The number of hired applicants.'),
})
export type StatusCounts = Static<typeof StatusCounts>

/** The filters of the list of applicants. */
export const applicantFilter = {
  status: optional(ApplicationStatus),
  search: optional(
    Text(200, {
      description: 'A part of the name or the e-mail address; of blind candidates, a part of `Candidate 7`.',
    }),
  ),
  resume: optional(
    Text(200, {
      description: 'Beginnings of up to five words of the resume, all of which must be there. Not in blind ones.',
    }),
  ),
  tag: optional(
    withDescription(
      Tag,
      'A tag of the application, without regard to case and accents; for those who manage the post.',
    ),
  ),
}

export const ApplicantQuery = Type.Object({
  ...Paging,
  ...applicantFilter,
  sort: optional(
    Type.Unsafe<'recent' | 'evidence'>({
      ...oneOf('recent', 'evidence'),
      description:
        '`recent`: newest first, the default. `evidence`: those who have proven most of the skills of the post first. Blind candidates of one day are in random order.',
    }),
  ),
})
export type ApplicantQuery = Static<typeof ApplicantQuery>

const Person = Named

const AppliedTo = Type.Object({
  id: Id,
  title: Type.String({ description: 'The title.' }),
  company: Type.String({ description: 'The employer.' }),
  status: withDescription(oneOf('draft', 'open', 'closed'), 'The state of the job post.'),
})

const reasonOfRejection = {
  reason: optional(
    NonEmptyLine(
      'reason',
      200,
      'Of a rejection: one of the `rejection_reasons` of the post. The applicant does not see it.',
    ),
  ),
  letter: optional(NonEmpty('letter', 5_000, 'Of a rejection: a few kind words, which the applicant gets by mail.')),
}

/** The fields of a change of the status, all of which may be omitted. */
export const statusChange = { status: optional(ApplicationStatus), ...reasonOfRejection }

export const StatusChange = withCondition(
  Type.Object({ status: ApplicationStatus, ...reasonOfRejection }),
  ({ status, reason, letter }) => ({
    ...(status === 'rejected' || reason === undefined ? {} : { reason: ['Only a rejection has a reason.'] }),
    ...(status === 'rejected' || letter === undefined ? {} : { letter: ['Only a rejection has a letter.'] }),
  }),
)
export type StatusChange = Static<typeof StatusChange>

const more = {
  application_id: Type.Integer({ description: 'The same as `id`.' }),
  job_post_id: answer.job_post_id,
  user_id: nullable(Type.Integer({ description: 'Who applied; null for a blind candidate.' })),
  job_post: withDescription(AppliedTo, 'The job post.'),
  first_name: answer.first_name,
  last_name: answer.last_name,
  available_date: answer.available_date,
  notice_period: answer.notice_period,
  remote_interested: answer.remote_interested,
  additional_answers: answer.additional_answers,
  consent_data: withDescription(answer.consent_data, 'Whether the applicant agrees to the processing of the data.'),
  consent_marketing: answer.consent_marketing,
  pending: answer.pending,
  rejection_letter: answer.rejection_letter,
  resume_state: answer.resume_state,
  updated_at: answer.updated_at,
}

/** An application in the list of its applicant. */
export const MyApplication = Type.Object({ id: Id, ...applicant, ...more }, { title: 'MyApplication' })
export type MyApplication = Static<typeof MyApplication>

export const Application = Type.Object(
  {
    id: Id,
    ...applicant,
    ...more,
    candidate_number: answer.candidate_number,
    blind: Type.Boolean({ description: 'Whether it is withheld from the caller who the applicant is.' }),
    rejection_reason: Type.Optional(Type.String({ description: 'To those who judge the application.' })),
    tags: answer.tags,
    ...judged,
    status_history: Type.Array(
      Type.Object({
        from: withDescription(ApplicationStatus, 'The status before.'),
        to: withDescription(ApplicationStatus, 'The status after.'),
        changed_by: withDescription(Person, 'Who changed it.'),
        changed_at: withDescription(DateTime, 'When it was changed.'),
      }),
      { description: 'Oldest first.' },
    ),
    resume_downloads: Type.Array(
      Type.Object({
        downloaded_by: withDescription(Person, 'Who downloaded it.'),
        downloaded_at: withDescription(DateTime, 'When it was downloaded.'),
      }),
      {
        description: 'The last 50, newest first.',
      },
    ),
    identity_disclosures: Type.Array(
      Type.Object({
        disclosed_to: withDescription(Person, 'To whom the identity was disclosed.'),
        reason: Type.String({ description: 'The reason, in free words.' }),
        disclosed_at: withDescription(DateTime, 'When the identity was disclosed.'),
      }),
      { description: 'Who asked who a blind candidate is before the shortlist. Oldest first.' },
    ),
  },
  { title: 'JobApplication' },
)
export type Application = Static<typeof Application>

export const MyApplicationsQuery = Type.Object({ ...Paging, status: optional(ApplicationStatus) })
export type MyApplicationsQuery = Static<typeof MyApplicationsQuery>

export const ResumeQuery = Type.Object({
  view: optional(
    Type.Boolean({
      description: 'Whether it is shown within a page: of the views of a person, one a day is recorded as a download.',
    }),
  ),
})
export type ResumeQuery = Static<typeof ResumeQuery>
