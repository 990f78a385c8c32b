import { type Static, Type } from 'typebox'
import {
  DateTime,
  Email,
  Id,
  Line,
  Locale,
  nullable,
  oneOf,
  Paging,
  Text,
  Untrimmed,
  withDescription,
} from '#core/schema.ts'
import { InvitedRole } from '#features/companies/index.ts'
import { Name, Role } from '#features/users/index.ts'
import { Reason } from '../reason.ts'

/** The most rows of a file. */
export const maxRows = 10_000

/** The most characters of a file: some hundred for each row. */
const maxCharacters = 3_000_000

export const PeopleFile = Type.Object({
  csv: Untrimmed(maxCharacters, {
    description:
      'The text of a CSV file with at most 10,000 rows. Its header names the columns `name` and `email`, and may name `role` ' +
      '(`learner` unless given), `locale`, `courses`, the ids of published courses to enroll in, separated by spaces, `exams`, the ids of exams on whose rosters the people are put, ' +
      '`company`, the id of a company to which the person is invited, or its exact name where no other company has it (digits alone are an id), and `company_role`, the role there: ' +
      '`admin`, `recruiter` (unless given) or `interviewer`. Values are separated by commas, semicolons or tabs.',
  }),
  preview: Type.Optional(
    Type.Boolean({
      description: 'With true, the answer has the verdict of every row, and nothing is stored or mailed.',
    }),
  ),
  message: Type.Optional(Text(2_000, { description: 'A few words to the invited people, which the mails contain.' })),
  reason: Type.Optional(Reason),
})
export type PeopleFile = Static<typeof PeopleFile>

const Ids = Type.String({ maxLength: 500, pattern: '^\\d{1,15}([\\s,;|]+\\d{1,15})*$', spelling: 'code' })

/** A row of the file. */
export const ImportedPerson = Type.Object({
  name: Name,
  email: Email,
  role: Type.Optional(Role),
  locale: Type.Optional(Locale),
  courses: Type.Optional(Ids),
  exams: Type.Optional(Ids),
  company: Type.Optional(Line(200)),
  company_role: Type.Optional(InvitedRole),
})
export type ImportedPerson = Static<typeof ImportedPerson>

const Verdict = withDescription(
  oneOf('waiting', 'invited', 'existing', 'refused'),
  'What came of the row: `waiting` until it is its turn; `invited`, with a new account; `existing`, an account has the ' +
    'address and stays as it is; `refused`, with `messages`.',
)

export const PeopleImportRow = Type.Object(
  {
    line: Type.Integer({ description: 'The line of the file, from 1; the header is a line too.' }),
    name: Type.String({ description: 'The name in the file.' }),
    email: Type.String({ description: 'The address in the file.' }),
    role: Type.String({ description: 'The role in the file, or `learner`.' }),
    courses: Type.Array(Type.Integer(), { description: 'The courses in the file.' }),
    exams: Type.Array(Type.Integer(), { description: 'The exams in the file.' }),
    company: Type.String({ description: 'The company as the file names it; empty without one.' }),
    company_id: withDescription(
      nullable(Type.Integer()),
      'The company to which the person is invited; null without one, and if there is no such company.',
    ),
    company_role: withDescription(nullable(InvitedRole), 'The role there; null without a company.'),
    verdict: Verdict,
    messages: Type.Array(Type.String(), {
      description: 'Why the row is refused, or why the person is not enrolled in one of the courses.',
    }),
    user_id: withDescription(nullable(Type.Integer()), 'The account with the address; null without one.'),
  },
  { title: 'PeopleImportRow' },
)
export type PeopleImportRow = Static<typeof PeopleImportRow>

export const PeopleImport = Type.Object(
  {
    id: withDescription(nullable(Type.Integer()), 'The id of the import; null for a preview.'),
    status: withDescription(
      oneOf('preview', 'running', 'finished'),
      'Whether it was a preview, goes on in the background, or is done.',
    ),
    total: Type.Integer({ description: 'The number of rows.' }),
    waiting: Type.Integer({ description: 'The number of rows that wait.' }),
    invited: Type.Integer({ description: 'The number of people who were invited; in a preview, who would be.' }),
    existing: Type.Integer({ description: 'The number of rows whose address has an account.' }),
    refused: Type.Integer({ description: 'The number of refused rows.' }),
    created_at: withDescription(nullable(DateTime), 'When it began; null for a preview.'),
    finished_at: withDescription(nullable(DateTime), 'When the last row was done; null until then.'),
    rows: Type.Array(PeopleImportRow, {
      description:
        'All rows with their verdicts, for a preview; otherwise empty, and `GET /admin/users/imports/{id}/rows` lists them.',
    }),
  },
  { title: 'PeopleImport' },
)
export type PeopleImport = Static<typeof PeopleImport>

export const ImportRowQuery = Type.Object({ ...Paging, verdict: Type.Optional(Verdict) })
export type ImportRowQuery = Static<typeof ImportRowQuery>

export const ImportPath = Type.Object({ id: Id })
