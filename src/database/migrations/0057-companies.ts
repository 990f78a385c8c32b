/** Companies with their members, their job posts, and who interviews for an application. */

import { boolean, id, integer, key, type Migration, text, timestamp } from './schema.ts'

export const companies: Migration = {
  name: '0057-companies',
  up(schema) {
    schema.table('companies', {
      id: id(),
      name: text(),
      description: text().default(''),
      website: text().default(''),
      logo: text().nullable(),
      logo_file_id: integer().references('files', 'set null').nullable(),
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
    })
    schema.index('companies', ['id', 'verified'], { where: 'deleted_at is null' })
    schema.index('companies', ['name_key', 'id'], { where: 'deleted_at is null' })
    schema.index('companies', ['logo_file_id'])

    schema.table(
      'company_members',
      {
        id: id(),
        company_id: integer().references('companies', 'cascade'),
        // Null while an address is invited and no user has accepted.
        user_id: integer().references('users').nullable(),
        email: key().nullable(),
        role: text().oneOf('owner', 'admin', 'recruiter', 'interviewer'),
        invited_by: integer().references('users').nullable(),
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

    schema.addColumn('job_posts', 'company_id', integer().references('companies').nullable())
    schema.index('job_posts', ['company_id', 'status', 'id'])

    // The application of the interview, so that who interviews a candidate is read without the interview.
    schema.addColumn('interviewers', 'application_id', integer().references('job_applications', 'cascade').nullable())
    const fill = `update interviewers set application_id = (select application_id from interviews
      where interviews.id = interviewers.interview_id)`
    schema.statement({ sqlite: fill, postgres: fill })
    schema.index('interviewers', ['application_id', 'user_id'])
  },
}
