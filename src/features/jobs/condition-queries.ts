/** What is written when an imported candidate has refused, whether by leaving an application or by the invitation. */

import { sql } from 'kysely'

/** The values of a candidate who has refused. */
export const buildErasure = (p: { now: string }) => ({
  email: null,
  first_name: '',
  last_name: '',
  phone: '',
  location: '',
  cover_letter: '',
  tags: [],
  note: '',
  resume: null,
  sources: [],
  application_id: null,
  withdrawn_at: sql<string>`coalesce(withdrawn_at, ${p.now})`,
  updated_at: p.now,
})
