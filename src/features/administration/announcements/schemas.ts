import { type Static, Type } from 'typebox'
import { Paging } from '#core/schema.ts'
import { Reason } from '../reason.ts'
import { announcementRecord } from './record.ts'

export const Announcement = Type.Object(
  {
    ...announcementRecord.answer,
    sender_name: Type.String({ description: 'The name of the administrator; empty without the account.' }),
  },
  { title: 'Announcement' },
)
export type Announcement = Static<typeof Announcement>

export const AnnouncementDraft = Type.Object(announcementRecord.creation)
export type AnnouncementDraft = Static<typeof AnnouncementDraft>

export const NewAnnouncement = Type.Object({ ...announcementRecord.creation, reason: Type.Optional(Reason) })
export type NewAnnouncement = Static<typeof NewAnnouncement>

export const AnnouncementQuery = Type.Object(Paging)
export type AnnouncementQuery = Static<typeof AnnouncementQuery>

export const AnnouncementPreview = Type.Object(
  {
    people: Type.Integer({ description: 'The number of people with the roles.' }),
    mails: Type.Integer({ description: 'The number of people who would get a mail; 0 without mails.' }),
    minutes: Type.Integer({ description: 'How long it takes until all have it.' }),
    mail: Type.Object(
      {
        subject: Type.String({ description: 'The subject.' }),
        text: Type.String({ description: 'The text, as the administrator would get it.' }),
      },
      { description: 'The mail, in the language of the administrator.' },
    ),
  },
  { title: 'AnnouncementPreview' },
)
export type AnnouncementPreview = Static<typeof AnnouncementPreview>
