/** Researchers: profiles and teams. */

import { boolean, id, integer, json, key, type Migration, text, timestamp } from './schema.ts'

export const researchers: Migration = {
  name: '0005-researchers',
  up(schema) {
    schema.table('researchers', {
      id: id(),
      user_id: integer().references('users', 'cascade'),
      headline: text().default(''),
      bio: text().default(''),
      institution: text().default(''),
      department: text().default(''),
      location: text().default(''),
      country: text().default(''),
      fields: json().default('[]'),
      skills: json().default('[]'),
      languages: json().default('[]'),
      years_experience: integer().default(0),
      h_index: integer().nullable(),
      orcid: text().nullable(),
      availability: text().oneOf('available', 'busy', 'unavailable').default('available'),
      verified: boolean().default(false),
      publications: json().default('[]'),
      visibility: text().oneOf('public', 'private').default('public'),
      // The order of the list: the folded name, and how complete and verified the profile is (0 to 31).
      name_key: key().default(''),
      quality: integer().default(0),
      created_at: timestamp(),
      updated_at: timestamp(),
    })
    schema.index('researchers', ['user_id'], { unique: true })
    for (const column of ['quality', 'name_key', 'years_experience'])
      schema.index('researchers', ['visibility', column, 'id'])
    schema.index('researchers', ['visibility', 'id'])
    for (const column of ['quality', 'name_key', 'years_experience']) schema.index('researchers', [column, 'id'])

    schema.table('researcher_team', {
      id: id(),
      researcher_id: integer().references('researchers', 'cascade'),
      user_id: integer().references('users', 'cascade'),
      role: text(),
      can_manage_team: boolean().default(false),
      added_at: timestamp(),
      // When the user accepted the invitation.
      accepted_at: timestamp().nullable(),
    })
    schema.index('researcher_team', ['researcher_id', 'user_id'], { unique: true })
    schema.index('researcher_team', ['user_id', 'researcher_id'])
  },
}
