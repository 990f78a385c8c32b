/** Companies with their members, and templates of messages to applicants. */

import { Type } from 'typebox'
import { DateTime, Email, Id, nullable, oneOf } from '#core/schema.ts'
import { sortKey } from '#core/text-normalization.ts'
import { memberLimit } from '#features/companies/index.ts'
import { getPublicFileUrl } from '#features/files/index.ts'
import { findTextErrors, mostTemplates } from '#features/jobs/index.ts'
import { languages } from '#language/languages.ts'
import { translateToEnglish } from '#language/translate.ts'
import { type ImportTable, Line, optional } from './table.ts'

const Time = (description: string) => Type.String({ format: 'date-time', description })

export const companies: ImportTable = {
  name: 'companies',
  description: 'One company a line. It needs an owner, who is a line of company_members.ndjson.',
  columns: {
    id: Id,
    name: Line(200, 'The name.'),
    description: optional(Type.String({ maxLength: 5_000 })),
    website: optional(Type.String({ maxLength: 500, pattern: '^$|^https?://[^\\s]+$' })),
    logo: optional(
      nullable(
        Type.String({ maxLength: 1_000, description: 'The old path in files.ndjson, whose purpose is `logo`.' }),
      ),
    ),
    country: optional(Type.String({ pattern: '^([A-Z]{2})?$', description: 'ISO 3166-1 alpha-2.' })),
    size: optional(oneOf('', '1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+')),
    industry: optional(Type.String({ maxLength: 100, line: true })),
    verified_at: optional(nullable(Time('When it was verified; null unless it is.'))),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  paths: ['logo'],
  publicPaths: ['logo'],
  following: { logo_file_id: 'logo' },
  stored: {
    id: 'integer',
    name: 'text',
    description: 'text',
    website: 'text',
    logo: 'text',
    logo_file_id: 'integer',
    country: 'text',
    size: 'text',
    industry: 'text',
    verified: 'boolean',
    verified_at: 'timestamp',
    name_key: 'text',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  convert(row, { now, config, files }) {
    const logo = files.get(row.logo)
    return {
      ...row,
      description: row.description ?? '',
      website: row.website ?? '',
      logo: logo === undefined ? null : getPublicFileUrl({ config }, logo),
      logo_file_id: logo?.file_id ?? null,
      country: row.country ?? '',
      size: row.size ?? '',
      industry: row.industry ?? '',
      verified: Boolean(row.verified_at),
      verified_at: row.verified_at ?? null,
      name_key: sortKey(row.name),
      created_at: row.created_at ?? now,
      updated_at: row.updated_at ?? row.created_at ?? now,
    }
  },
}

export const companyMembers: ImportTable = {
  name: 'company_members',
  description:
    'One member of a company a line, by id, or an invited person, by id or by address. Nothing is sent; an invitation is open for 30 days from `added_at`.',
  columns: {
    id: Id,
    company_id: Id,
    user_id: optional(nullable(Id)),
    email: optional(nullable(Email)),
    role: oneOf('owner', 'admin', 'recruiter', 'interviewer'),
    invited_by: optional(nullable(Id)),
    added_at: optional(DateTime),
    accepted_at: optional(nullable(Time('When the person accepted; null until then, and nothing is permitted.'))),
  },
  references: { company_id: 'companies', user_id: 'users', invited_by: 'users' },
  unique: 'the same company_id and the same person',
  limits: [{ column: 'company_id', most: memberLimit.maxRows, texts: ['email'] }],
  uniqueKeys: [{ columns: ['company_id', 'email'] }, { columns: ['company_id', 'user_id'] }],
  stored: {
    id: 'integer',
    company_id: 'integer',
    user_id: 'integer',
    email: 'text',
    role: 'text',
    invited_by: 'integer',
    added_at: 'timestamp',
    accepted_at: 'timestamp',
  },
  check: ({ user_id, email, accepted_at }) =>
    Boolean(user_id) === Boolean(email)
      ? 'The row needs one of "user_id" and "email".'
      : email && accepted_at
        ? 'The column "accepted_at" needs "user_id": an address is invited until a person accepts.'
        : null,
  convert: (row, { now }) => ({
    ...row,
    user_id: row.user_id ?? null,
    email: row.email ?? null,
    invited_by: row.invited_by ?? null,
    added_at: row.added_at ?? row.accepted_at ?? now,
    accepted_at: row.accepted_at ?? null,
  }),
}

export const messageTemplates: ImportTable = {
  name: 'message_templates',
  description: 'One template of messages to applicants a line, of a person or of a company.',
  columns: {
    id: Id,
    user_id: Id,
    company_id: optional(nullable(Id)),
    name: Line(100),
    texts: Type.Array(
      Type.Object(
        { language: oneOf(...languages), body: Type.String({ minLength: 1, maxLength: 5_000 }) },
        { additionalProperties: false },
      ),
      {
        minItems: 1,
        maxItems: languages.length,
        description: 'The text in each language, with placeholders such as `{{candidate.first_name}}`.',
      },
    ),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  references: { user_id: 'users', company_id: 'companies' },
  limits: [
    { column: 'user_id', most: mostTemplates, without: 'company_id' },
    { column: 'company_id', most: mostTemplates },
  ],
  stored: {
    id: 'integer',
    user_id: 'integer',
    company_id: 'integer',
    name: 'text',
    texts: 'json',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  check(row) {
    const [[field = '', sentences = []] = []] = Object.entries(findTextErrors(row))
    const [sentence] = sentences
    return sentence === undefined
      ? null
      : `The column "texts" (at ${field}) is refused: ${translateToEnglish(sentence)}`
  },
  convert: (row, { now }) => ({
    ...row,
    company_id: row.company_id ?? null,
    created_at: row.created_at ?? now,
    updated_at: row.updated_at ?? row.created_at ?? now,
  }),
}
