import { notFound, refusesApiKeys } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { reauthenticationNeeded } from '#features/accounts/index.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
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

const tags = ['Administration']
const reads = { access: ['admin'], scope: 'admin:read' } as const
const writes = { access: ['admin'], scope: 'admin:write' } as const

export const announcementRoutes: Routes = (app) => {
  app.get('/admin/announcements', {
    config: reads,
    schema: {
      operationId: 'listAnnouncements',
      summary: 'List announcements',
      description: 'Newest first, with how far they came.',
      tags,
      querystring: AnnouncementQuery,
      response: respondsPage(Announcement),
    },
    handler: (request) => listAnnouncements(request.ctx, request.query),
  })

  app.get('/admin/announcements/:id', {
    config: reads,
    schema: {
      operationId: 'showAnnouncement',
      summary: 'Show an announcement',
      description: 'With the number of people who have it.',
      tags,
      params: ids('id'),
      response: responds(200, Announcement, notFound),
    },
    handler: (request) => showAnnouncement(request.ctx, request.params.id),
  })

  app.post('/admin/announcements/preview', {
    config: { ...reads, message: 'Nothing is sent yet.' },
    schema: {
      operationId: 'showAnnouncementPreview',
      summary: 'Preview an announcement',
      description: 'How many people would get it, how long that takes, and the mail. Nothing is stored or sent.',
      tags,
      body: AnnouncementDraft,
      response: responds(200, AnnouncementPreview),
    },
    handler: (request) => showAnnouncementPreview(request.ctx, request.body),
  })

  app.post('/admin/announcements', {
    config: { access: ['admin'], scope: null, message: 'The announcement is on its way.' },
    schema: {
      operationId: 'createAnnouncement',
      summary: 'Announce something to all people with a role',
      description:
        'In the background, 300 people a minute: a notification of the type `course_update`, a mail to verified addresses, or both; people ' +
        'who have switched off notifications or mails of this type, or mails of announcements, do not get them. Needs a recent sign-in.',
      tags,
      body: NewAnnouncement,
      response: responds(201, Announcement, noRecipients, sentAlready, refusesApiKeys, reauthenticationNeeded),
    },
    handler: (request) => createAnnouncement(request.ctx, request.body),
  })

  app.post('/admin/announcements/:id/cancel', {
    config: { ...writes, message: 'The rest of the people does not get it.' },
    schema: {
      operationId: 'cancelAnnouncement',
      summary: 'Stop an announcement',
      description: 'The people who were not reached yet do not get it.',
      tags,
      params: ids('id'),
      body: WithReason,
      response: responds(200, Announcement, notFound, notSending),
    },
    handler: (request) => cancelAnnouncement(request.ctx, request.params.id),
  })
}
