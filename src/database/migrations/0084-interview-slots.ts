/** Times that are offered for interviews, and the applicants who may choose one. */

import { id, integer, type Migration, text, timestamp } from './schema.ts'

export const interviewSlots: Migration = {
  name: '0084-interview-slots',
  up(schema) {
    schema.table('interview_slots', {
      id: id(),
      job_post_id: integer().references('job_posts', 'cascade'),
      user_id: integer().references('users'),
      starts_at: timestamp(),
      minutes: integer(),
      capacity: integer(),
      timezone: text(),
      location: text(),
      interview_type: text(),
      notes: text().nullable(),
      created_at: timestamp(),
      updated_at: timestamp(),
    })
    schema.index('interview_slots', ['job_post_id', 'starts_at', 'id'])
    schema.index('interview_slots', ['user_id', 'id'])
    schema.table(
      'interview_slot_people',
      {
        slot_id: integer().references('interview_slots', 'cascade'),
        user_id: integer().references('users'),
        starts_at: timestamp(),
      },
      { primaryKey: ['slot_id', 'user_id'] },
    )
    schema.index('interview_slot_people', ['user_id', 'starts_at'])
    schema.table(
      'slot_invitations',
      {
        application_id: integer().references('job_applications', 'cascade'),
        invited_by: integer().references('users'),
        invited_at: timestamp(),
        until: timestamp(),
      },
      { primaryKey: ['application_id'] },
    )
    // Null for an interview that no slot was chosen for.
    schema.addColumn('interviews', 'slot_id', integer().references('interview_slots', 'set null').nullable())
    schema.index('interviews', ['slot_id'], { where: 'slot_id is not null' })
  },
}
