/** The form of an application. */

import { type Static, Type } from 'typebox'
import { CalendarDate, Email, Id, Label, Line, nullable, Text, withDescription } from '#core/schema.ts'
import { FileField, Form } from '#http/forms.ts'

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
  first_name: withDescription(Line(100), 'The first name.'),
  last_name: withDescription(Line(100), 'The last name.'),
  email: withDescription(Email, 'The e-mail address.'),
  phone: withDescription(Label(50), 'The telephone number.'),
  resume: FileField({
    mostBytes: largestResume,
    tooLarge: 'The resume may not be larger than 10 MB.',
    description: 'PDF, DOC or DOCX, at most 10 MB. It is kept private.',
  }),
  cover_letter: withDescription(optional(Text(20_000)), 'The cover letter.'),
  experience_level: optional(Label(50, { description: 'How much experience the applicant has, in free words.' })),
  available_date: withDescription(
    optional(nullable(CalendarDate)),
    'The first day on which the applicant could start.',
  ),
  notice_period: withDescription(optional(Label(100)), 'The notice period of the present job, in free words.'),
  salary_expectation: withDescription(
    optional(nullable(Type.Integer({ minimum: 0, maximum: largestSalary }))),
    'The expected salary a year, in the currency of the post; null when not stated.',
  ),
  remote_interested: withDescription(optional(Type.Boolean()), 'Whether the applicant would work remotely.'),
  additional_answers: optional(
    Type.Array(GivenAnswer, { maxItems: 100, description: 'Answers to the questions of the post.' }),
  ),
  consent_data: Type.Boolean({
    const: true,
    sentence: 'You must agree to the processing of your data.',
    description: 'Must be true.',
  }),
  consent_marketing: withDescription(optional(Type.Boolean()), 'Whether the applicant agrees to marketing mails.'),
  pending_requirements: optional(
    Type.Boolean({
      description:
        'Reserves a place if a requirement is not met yet. The application is submitted by itself when all are met while the post is open.',
    }),
  ),
})
export type NewApplication = Static<typeof NewApplication>
