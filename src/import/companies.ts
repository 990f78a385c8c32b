/** Companies with their members, and templates of messages to applicants. */

import { Type } from 'typebox'
import { DateTime, Email, Id, nullable, oneOf } from '#core/schema.ts'
import { sortKey } from '#core/text-normalization.ts'
import { memberLimit } from '#features/companies/index.ts'
import { companyRecord } from '#features/companies/record.ts'
import { getPublicFileUrl } from '#features/files/index.ts'
import { findTextErrors, maxTemplates } from '#features/jobs/index.ts'
import { templateRecord } from '#features/jobs/templates/record.ts'
import { translateToEnglish } from '#language/translation.ts'
import { defineImport, importOf } from './import-of.ts'
import { describeChoice } from './table.ts'

export const companies = importOf(companyRecord, {
  description: 'One company a line. It needs an owner, who is a line of company_members.ndjson.',
  without: ['hidden_at', 'hidden_reason'],
  extra: {
    logo: nullable(
      Type.String({ maxLength: 1_000, description: 'The old path in files.ndjson, whose purpose is `logo`.' }),
    ),
  },
  computed: ['verified', 'logo_file_id', 'name_key'],
  paths: ['logo'],
  publicPaths: ['logo'],
  following: { logo_file_id: 'logo' },
  convert(row, { config, files }) {
    const logo = files.get(row.logo)
    return {
      logo: logo === undefined ? null : getPublicFileUrl({ config }, logo),
      logo_file_id: logo?.file_id ?? null,
      verified: Boolean(row.verified_at),
      name_key: sortKey(row.name),
    }
  },
})

export const companyMembers = defineImport({
  name: 'company_members',
  description:
    'One member of a company a line, by id, or an invited person, by id or by address. Nothing is sent; an invitation is open for 30 days from `added_at`.',
  columns: {
    id: Id,
    company_id: Id,
    user_id: nullable(Id),
    email: nullable(Email),
    role: oneOf('owner', 'admin', 'recruiter', 'interviewer'),
    invited_by: nullable(Id),
    added_at: DateTime,
    accepted_at: nullable(
      Type.String({
        format: 'date-time',
        description: 'When the person accepted; null until then, and nothing is permitted.',
      }),
    ),
  },
  references: { company_id: 'companies', user_id: 'users', invited_by: 'users' },
  unique: 'the same company_id and the same person',
  limits: [{ column: 'company_id', most: memberLimit.maxRows, texts: ['email'] }],
  uniqueKeys: [{ columns: ['company_id', 'email'] }, { columns: ['company_id', 'user_id'] }],
  defaults: { added_at: ({ accepted_at }, { now }) => accepted_at ?? now },
  check: (row) =>
    describeChoice(row, 'user_id', 'email') ??
    (row.email && row.accepted_at
      ? 'The column "accepted_at" needs "user_id": an address is invited until a person accepts.'
      : null),
})

export const messageTemplates = importOf(templateRecord, {
  description: 'One template of messages to applicants a line, of a person or of a company.',
  descriptions: { texts: 'The text in each language, with placeholders such as `{{candidate.first_name}}`.' },
  references: { user_id: 'users', company_id: 'companies' },
  limits: [
    { column: 'user_id', most: maxTemplates, without: 'company_id' },
    { column: 'company_id', most: maxTemplates },
  ],
  check(row) {
    const [[field = '', sentences = []] = []] = Object.entries(findTextErrors(row))
    const [sentence] = sentences
    return sentence === undefined
      ? null
      : `The column "texts" (at ${field}) is refused: ${translateToEnglish(sentence)}`
  },
})
