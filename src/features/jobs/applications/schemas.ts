import { type Static, Type } from 'typebox'
import { CalendarDate, DateTime, Email, Id, Line, nullable, oneOf, Paging, Text } from '#core/schema.ts'
import { FileField, Form } from '#http/forms.ts'

const ApplicationStatus = oneOf('applied', 'reviewing', 'shortlisted', 'rejected', 'hired')

/** Product decisions, section 4: at most 10 MB. */
const largestResume = 10 * 1024 * 1024
const largestSalary = 1_000_000_000_000

const optional = Type.Optional

/** An answer as sent: in a form its question may be text, and the whole may be JSON. */
const GivenAnswer = Type.Unsafe<string | object>({
  type: ['string', 'object'],
  description:
    '`{question_id, answer}` as JSON, or a plain text, which answers the question of the same position in the job post.',
})

export const NewApplication = Form({
  job_post_id: Id,
  first_name: Line(100),
  last_name: Line(100),
  email: Email,
  phone: Text(50),
  resume: FileField({
    mostBytes: largestResume,
    tooLarge: 'The resume may not be larger than 10 MB.',
    description: 'PDF, DOC or DOCX, at most 10 MB. It is kept private.',
  }),
  cover_letter: optional(Text(20_000)),
  experience_level: optional(Text(50)),
  available_date: optional(nullable(CalendarDate)),
  notice_period: optional(Text(100)),
  salary_expectation: optional(nullable(Type.Integer({ minimum: 0, maximum: largestSalary }))),
  remote_interested: optional(Type.Boolean()),
  additional_answers: optional(Type.Array(GivenAnswer, { maxItems: 100 })),
  consent_data: Type.Boolean({
    const: true,
    sentence: 'You must agree to the processing of your data.',
    description: 'Must be true.',
  }),
  consent_marketing: optional(Type.Boolean()),
})
export type NewApplication = Static<typeof NewApplication>

export const Submitted = Type.Object({
  id: Id,
  job_post_id: Id,
  application_id: Type.Integer({ description: 'The same as `id`.' }),
})
export type Submitted = Static<typeof Submitted>

const applicant = {
  name: Type.String({ description: 'First and last name.' }),
  email: Type.String(),
  phone: Type.String(),
  location: Type.String({ description: 'From the profile, as are the skills and the picture.' }),
  experience_level: Type.String(),
  status: ApplicationStatus,
  applied_at: DateTime,
  cover_letter: Type.String(),
  salary_expectation: nullable(Type.Integer()),
  skills: Type.Array(Type.String()),
  profile_photo: nullable(Type.String()),
  resume_url: Type.String({ description: 'Where the resume is downloaded, with a bearer token.' }),
}

/** Specification, "Applicant". */
export const Applicant = Type.Object({ id: Id, ...applicant }, { title: 'Applicant' })
export type Applicant = Static<typeof Applicant>

const count = Type.Integer()
export const StatusCounts = Type.Object({
  applied: count,
  reviewing: count,
  shortlisted: count,
  rejected: count,
  hired: count,
})
export type StatusCounts = Static<typeof StatusCounts>

export const ApplicantQuery = Type.Object({
  ...Paging,
  status: optional(ApplicationStatus),
  search: optional(Text(200, { description: 'A part of the name or the e-mail address.' })),
})
export type ApplicantQuery = Static<typeof ApplicantQuery>

const Person = Type.Object({ id: Id, name: Type.String() })

const AppliedTo = Type.Object({
  id: Id,
  title: Type.String(),
  company: Type.String(),
  status: oneOf('draft', 'open', 'closed'),
})

export const StatusChange = Type.Object({ status: ApplicationStatus })
export type StatusChange = Static<typeof StatusChange>

const more = {
  application_id: Type.Integer({ description: 'The same as `id`.' }),
  job_post_id: Id,
  user_id: Type.Integer({ description: 'Who applied.' }),
  job_post: AppliedTo,
  first_name: Type.String(),
  last_name: Type.String(),
  available_date: nullable(CalendarDate),
  notice_period: Type.String(),
  remote_interested: Type.Boolean(),
  additional_answers: Type.Array(
    Type.Object({
      question_id: nullable(Type.Integer()),
      question: Type.String({ description: 'As it was when it was answered.' }),
      answer: Type.String(),
    }),
  ),
  consent_data: Type.Boolean(),
  consent_marketing: Type.Boolean(),
  updated_at: DateTime,
}

/** An application in the list of its applicant. */
export const MyApplication = Type.Object({ id: Id, ...applicant, ...more }, { title: 'MyApplication' })
export type MyApplication = Static<typeof MyApplication>

export const Application = Type.Object(
  {
    id: Id,
    ...applicant,
    ...more,
    status_history: Type.Array(
      Type.Object({
        from: ApplicationStatus,
        to: ApplicationStatus,
        changed_by: Person,
        changed_at: DateTime,
      }),
      { description: 'Oldest first.' },
    ),
    resume_downloads: Type.Array(Type.Object({ downloaded_by: Person, downloaded_at: DateTime }), {
      description: 'The last 50, newest first.',
    }),
  },
  { title: 'JobApplication' },
)
export type Application = Static<typeof Application>

export const MyApplicationsQuery = Type.Object({ ...Paging, status: optional(ApplicationStatus) })
export type MyApplicationsQuery = Static<typeof MyApplicationsQuery>
