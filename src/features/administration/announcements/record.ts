import { Type } from 'typebox'
import { DateTime, Id, Line, nullable, oneOf, Text, withDescription } from '#core/schema.ts'
import { defineRecord, internal, readOnly, required, type TableOf } from '#database/record.ts'
import { Role } from '#features/users/index.ts'

const Channel = oneOf('mail', 'notification')

/** An announcement is written once, and never changed. */
const fixed = { tracked: false }

export const announcementRecord = defineRecord('announcements', {
  id: readOnly(Id),
  title: required(Line(150, { description: 'The subject of the mail, and the title of the notification.' }), fixed),
  message: required(
    Text(5_000, { description: 'What is announced. An empty line begins a new paragraph of the mail.' }),
    fixed,
  ),
  roles: required(
    Type.Array(Role, { minItems: 1, maxItems: 5, description: 'Who gets it: the people with one of these roles.' }),
    fixed,
  ),
  channels: required(
    Type.Array(Channel, { minItems: 1, maxItems: 2, description: 'Whether they get a mail, a notification, or both.' }),
    fixed,
  ),
  status: readOnly(
    withDescription(
      oneOf('sending', 'sent', 'canceled'),
      'Whether it is on its way, all have it, or the rest does not get it.',
    ),
  ),
  total: readOnly(Type.Integer({ description: 'The number of people with the roles when it began.' })),
  reached: readOnly(Type.Integer({ description: 'The number of people whose turn has come.' })),
  mailed: readOnly(
    Type.Integer({ description: 'The number of mails. Others have no verified address, or want no such mails.' }),
  ),
  created_at: readOnly(DateTime),
  finished_at: readOnly(withDescription(nullable(DateTime), 'When it was done or canceled; null until then.')),
  created_by: internal(nullable(Id)),
  position: internal(Type.Integer()),
  last_user_id: internal(Type.Integer()),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    announcements: TableOf<typeof announcementRecord>
  }
}
