import type { Feature } from '#features/feature.ts'
import { type FindValidTokens, sweepStreamTickets } from '#features/streams/index.ts'
import { mailSummary } from './mails.ts'
import { preferenceRoutes } from './preferences/routes.ts'
import { preferencePersonalData, updateAnnouncementMails } from './preferences/service.ts'
import { notificationRoutes } from './routes.ts'
import { notificationPersonalData, sweepDismissedEvents } from './service.ts'
import { streamRoutes } from './stream/routes.ts'

export { type CausedMail, mailUser } from './mails.ts'
export { notifyAll } from './notify-all.ts'
export { notificationRights } from './rights.ts'
export { notify } from './service.ts'
export { updateAnnouncementMails }

/** A stream ends with the access token that opened it. */
export const createNotifications = (findValidTokens: FindValidTokens): Feature => ({
  routes: [notificationRoutes, streamRoutes(findValidTokens)],
  personalData: notificationPersonalData,
  tasks: [mailSummary, sweepDismissedEvents, sweepStreamTickets],
  schedules: [
    { name: 'sweep_dismissed_events', cron: '27 4 * * *', task: sweepDismissedEvents },
    { name: 'sweep_stream_tickets', cron: '47 * * * *', task: sweepStreamTickets },
  ],
})

export const notificationPreferences: Feature = {
  routes: [preferenceRoutes],
  personalData: preferencePersonalData,
}
