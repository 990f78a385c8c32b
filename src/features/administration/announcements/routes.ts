import { notFound, refusesApiKeys } from '#core/problem.ts'
import { reauthenticationNeeded } from '#features/accounts/index.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { WithReason } from '../reason.ts'
import { Announcement, AnnouncementDraft, AnnouncementPreview, AnnouncementQuery, NewAnnouncement } from './schemas.ts'
import {
  cancelAnnouncement,
  createAnnouncement,
  listAnnouncements,
  noRecipients,
  notSending,
  sentAlready,
  showAnnouncement,
  showAnnouncementPreview,
} from './service.ts'

const reads = { access: ['admin'], scope: 'admin:read' } as const
const writes = { access: ['admin'], scope: 'admin:write' } as const

export const announcementRoutes = routes('Administration', [
  route('GET /admin/announcements', {
    config: reads,
    summary: 'List announcements',
    description: 'Newest first, with how far they came.',
    query: AnnouncementQuery,
    response: respondsPage(Announcement),
    run: listAnnouncements,
  }),
  route('GET /admin/announcements/:id', {
    config: reads,
    summary: 'Show an announcement',
    description: 'With the number of people who have it.',
    response: responds(200, Announcement, notFound),
    run: showAnnouncement,
  }),
  route('POST /admin/announcements/preview', {
    config: { ...reads, message: 'Nothing is sent yet.' },
    summary: 'Preview an announcement',
    description: 'How many people would get it, how long that takes, and the mail. Nothing is stored or sent.',
    body: AnnouncementDraft,
    response: responds(200, AnnouncementPreview),
    run: showAnnouncementPreview,
  }),
  route('POST /admin/announcements', {
    config: { access: ['admin'], scope: null, message: 'The announcement is on its way.' },
    summary: 'Announce something to all people with a role',
    description:
      'In the background, 300 people a minute: a notification of the type `course_update`, a mail to verified addresses, or both; people ' +
      'who have switched off notifications or mails of this type, or mails of announcements, do not get them. Needs a recent sign-in.',
    body: NewAnnouncement,
    response: responds(201, Announcement, noRecipients, sentAlready, refusesApiKeys, reauthenticationNeeded),
    run: createAnnouncement,
  }),
  route('POST /admin/announcements/:id/cancel', {
    config: { ...writes, message: 'The rest of the people does not get it.' },
    summary: 'Stop an announcement',
    description: 'The people who were not reached yet do not get it.',
    body: WithReason,
    response: responds(200, Announcement, notFound, notSending),
    run: cancelAnnouncement,
  }),
])
