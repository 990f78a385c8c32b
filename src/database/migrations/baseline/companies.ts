/** Companies with their members and what they used of their plans. */

import { boolean, id, integer, key, type Schema, text, timestamp } from '../schema.ts'

export function defineCompanies(schema: Schema) {
  schema.table('companies', {
    id: id(),
    name: text(),
    description: text().default(''),
    website: text().default(''),
    logo: text().nullable(),
    logo_file_id: integer().nullable().references('files', 'set null'),
    country: text().default(''),
    size: text().default(''),
    industry: text().default(''),
    verified: boolean().default(false),
    verified_at: timestamp().nullable(),
    name_key: key(),
    // The row of a deleted company stays for its invoices.
    deleted_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
    hidden_at: timestamp().nullable(),
    // For the author or the members, who read why it is hidden with the object.
    hidden_reason: text().default(''),
  })
  schema.index('companies', ['logo_file_id'])
  schema.index('companies', ['hidden_at', 'id'], { where: 'hidden_at is not null' })
  schema.index('companies', ['id', 'verified'], { where: 'deleted_at is null and hidden_at is null' })
  schema.index('companies', ['name_key', 'id'], { where: 'deleted_at is null and hidden_at is null' })

  const company_members = schema.table(
    'company_members',
    {
      id: id(),
      company_id: integer().references('companies', 'cascade'),
      // Null while an address is invited and no user has accepted.
      user_id: integer().nullable().references('users'),
      // The invited address; null once a user has accepted, and for invited users.
      email: key().nullable(),
      role: text().oneOf('owner', 'admin', 'recruiter', 'interviewer'),
      invited_by: integer().nullable().references('users'),
      added_at: timestamp(),
      accepted_at: timestamp().nullable(),
    },
    {
      unique: [
        ['company_id', 'user_id'],
        ['company_id', 'email'],
      ],
    },
  )
  schema.index('company_members', ['user_id', 'id'])
  schema.index('company_members', ['email', 'id'], { where: 'email is not null' })
  schema.index('company_members', ['added_at', 'id'], { where: 'accepted_at is null' })
  schema.index('company_members', ['invited_by'])

  const company_usage = schema.table(
    'company_usage',
    {
      company_id: integer().references('companies', 'cascade'),
      entitlement: text(),
      period_start: timestamp(),
      used: integer(),
    },
    { primaryKey: ['company_id', 'entitlement', 'period_start'] },
  )
  return { company_members, company_usage }
}
