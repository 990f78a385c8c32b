/** The talent pool: people whom a recruiter or a company keeps, by their consent and until its end. */

import { id, integer, type Migration, text, timestamp } from './schema.ts'

export const talentPool: Migration = {
  name: '0076-talent-pool',
  up(schema) {
    schema.table('talent_pool_entries', {
      id: id(),
      user_id: integer().references('users', 'cascade'),
      keeper_id: integer().references('users'),
      // Null for an entry of its keeper alone.
      company_id: integer().references('companies').nullable(),
      note: text().default(''),
      status: text().oneOf('pending', 'consented'),
      consent_until: timestamp(),
      // When the entry goes by itself: the end of the consent, or of a request without an answer.
      ends_at: timestamp(),
      consented_at: timestamp().nullable(),
      created_at: timestamp(),
      updated_at: timestamp(),
    })
    const [own, shared] = [{ where: 'company_id is null' }, { where: 'company_id is not null' }]
    schema.index('talent_pool_entries', ['keeper_id', 'user_id'], { ...own, unique: true })
    schema.index('talent_pool_entries', ['company_id', 'user_id'], { ...shared, unique: true })
    schema.index('talent_pool_entries', ['keeper_id', 'id'])
    schema.index('talent_pool_entries', ['company_id', 'id'], shared)
    schema.index('talent_pool_entries', ['user_id', 'id'])
    schema.index('talent_pool_entries', ['ends_at'])
  },
}
