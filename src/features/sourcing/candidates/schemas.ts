import { type Static, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import {
  CalendarDate,
  Email,
  Label,
  Line,
  NonEmptyLine,
  nullable,
  oneOf,
  Paging,
  Text,
  Untrimmed,
  withCondition,
  withDescription,
} from '#core/schema.ts'
import { candidateRecord } from './record.ts'

/** The most rows of an import. */
export const maxRows = 500

/** The most characters of a CSV file: two thousand for each row. */
const maxCharacters = 1_000_000

/** The most characters of resumes: ten thousand for each. */
const maxResumesCharacters = 5_000_000

/** The most characters of a resume, as JSON. */
export const maxResumeCharacters = 50_000

const optional = Type.Optional

export const CandidateImportRequest = withCondition(
  Type.Object(
    {
      csv: optional(
        Untrimmed(maxCharacters, {
          description:
            'The text of a CSV file with at most 500 rows, whose header names the column `email` and either `name` or `first_name` and `last_name`, and may ' +
            'name `phone`, `location`, `cover_letter`, `tags` (separated by `|`), `note`, `source` and `consented_on`, which replace those of the request.',
        }),
      ),
      resumes: optional(
        Untrimmed(maxResumesCharacters, {
          description:
            'The text of a JSON Resume (https://jsonresume.org/schema) or of an array of at most 500, each with `basics.name` and `basics.email` and of at ' +
            'most 50,000 characters.',
        }),
      ),
      source: NonEmptyLine(
        'source',
        200,
        'Where the data come from, such as the name of a fair or of another service.',
      ),
      consent: NonEmptyLine(
        'consent',
        500,
        'How these people agreed that you have their data, such as by a signed form. It is told to each of them.',
      ),
      consented_on: optional(
        withDescription(
          nullable(CalendarDate),
          'The day of the consent, today or earlier; null where it is not known.',
        ),
      ),
      preview: optional(
        Type.Boolean({
          description: 'With true, the answer has the verdict of every row, and nothing is stored or mailed.',
        }),
      ),
      invite: optional(
        Type.Boolean({
          description: 'Whether each added candidate is invited by a mail to apply or to refuse; false unless given.',
        }),
      ),
    },
    {
      title: 'CandidateImportRequest',
      examples: [
        {
          csv: 'name,email\nGrace Hopper,grace@example.org\n',
          source: 'Career day 2026',
          consent: 'A form that each of them signed.',
        },
      ],
    },
  ),
  ({ csv, resumes }, isInvalid): FieldErrors => {
    if (isInvalid('csv') || isInvalid('resumes') || (csv === undefined) !== (resumes === undefined)) return {}
    return { csv: ['Send either a CSV file or resumes.'] }
  },
)
export type CandidateImportRequest = Static<typeof CandidateImportRequest>

/** A row of the file, or what a resume says of its person. */
export const ImportedCandidate = Type.Object({
  name: NonEmptyLine('name', 100),
  email: Email,
  phone: optional(Label(50)),
  location: optional(Label(200)),
  cover_letter: optional(Text(20_000)),
  tags: optional(Text(1_000)),
  note: optional(Text(5_000)),
  source: optional(Line(200)),
  consented_on: optional(CalendarDate),
})
export type ImportedCandidate = Static<typeof ImportedCandidate>

const CandidateRow = Type.Object(
  {
    line: Type.Integer({ description: 'The line of the file, or the position of the resume, from 1.' }),
    name: Type.String({ description: 'The name in the row.' }),
    email: Type.String({ description: 'The address in the row.' }),
    verdict: withDescription(
      oneOf('added', 'joined', 'refused'),
      '`added`, a new candidate; `joined`, the post has a candidate or an applicant with this address, or an earlier row has it, and what was empty is ' +
        'filled; `refused`, with `messages`.',
    ),
    messages: Type.Array(Type.String(), { description: 'Why it is refused, or was not invited.' }),
    candidate_id: withDescription(nullable(Type.Integer()), 'The candidate; null if refused, and in a preview if new.'),
    application_id: withDescription(
      nullable(Type.Integer()),
      'The application with this address; null without one, and always of a blind post.',
    ),
    invited: Type.Boolean({ description: 'Whether an invitation is mailed.' }),
  },
  { title: 'CandidateRow' },
)
export type CandidateRow = Static<typeof CandidateRow>

export const CandidateImport = Type.Object(
  {
    preview: Type.Boolean({ description: 'Whether nothing was stored.' }),
    total: Type.Integer({ description: 'The number of rows.' }),
    added: Type.Integer({ description: 'The number of new candidates.' }),
    joined: Type.Integer({ description: 'The number of rows whose address was known.' }),
    refused: Type.Integer({ description: 'The number of refused rows.' }),
    rows: Type.Array(CandidateRow, { description: 'All rows, in the order of the file.' }),
  },
  { title: 'CandidateImport' },
)
export type CandidateImport = Static<typeof CandidateImport>

export const Candidate = Type.Object(candidateRecord.answer, { title: 'Candidate' })
export type Candidate = Static<typeof Candidate>

export const CandidateDetails = Type.Object(
  { ...candidateRecord.answer, resume: candidateRecord.fields.resume.schema },
  { title: 'CandidateDetails' },
)
export type CandidateDetails = Static<typeof CandidateDetails>

export const CandidateQuery = Type.Object(Paging)
export type CandidateQuery = Static<typeof CandidateQuery>

export const InvitationAnswer = Type.Object(
  {
    answer: withDescription(
      oneOf('accepted', 'declined'),
      '`accepted` applies; `declined` erases the data, and the address is not imported into this post again.',
    ),
  },
  { title: 'CandidateAnswer' },
)
export type InvitationAnswer = Static<typeof InvitationAnswer>
