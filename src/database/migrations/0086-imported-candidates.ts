/** People whom those who manage a job post have brought from elsewhere, until they apply or refuse. */

import { id, integer, json, key, type Migration, text, timestamp } from './schema.ts'

export const importedCandidates: Migration = {
  name: '0086-imported-candidates',
  up(schema) {
    schema.table('job_candidates', {
      id: id(),
      job_post_id: integer().references('job_posts', 'cascade'),
      // A hash of the address, which stays when the person has refused and the rest is erased.
      email_key: key(),
      email: key().nullable(),
      first_name: text(),
      last_name: text(),
      phone: text(),
      location: text(),
      cover_letter: text(),
      tags: json(),
      note: text(),
      resume: json().nullable(),
      sources: json(),
      application_id: integer().references('job_applications', 'set null').nullable(),
      imported_by: integer().references('users'),
      invited_at: timestamp().nullable(),
      accepted_at: timestamp().nullable(),
      withdrawn_at: timestamp().nullable(),
      created_at: timestamp(),
      updated_at: timestamp(),
    })
    schema.index('job_candidates', ['job_post_id', 'email_key'], { unique: true })
    schema.index('job_candidates', ['job_post_id', 'id'], { where: 'withdrawn_at is null' })
    schema.index('job_candidates', ['email', 'id'], { where: 'email is not null' })
    schema.index('job_candidates', ['application_id'], { where: 'application_id is not null' })
    schema.index('job_candidates', ['imported_by', 'id'])
    schema.index('job_candidates', ['created_at', 'id'], { where: 'application_id is null and withdrawn_at is null' })
    // An application is recognized by the address that it gives.
    schema.index('job_applications', ['job_post_id', 'email'])
  },
}
