import type { Feature } from '#features/feature.ts'
import { preferenceRoutes } from './preferences/routes.ts'
import { preferenceBelongings } from './preferences/service.ts'
import { notificationRoutes } from './routes.ts'
import { notificationBelongings, sweepDismissedEvents } from './service.ts'
import type { GoodTokens } from './stream/follower.ts'
import { streamRoutes } from './stream/routes.ts'
import { sweepStreamTickets } from './stream/tickets.ts'

export { notifyAll } from './audiences/service.ts'
export { mailWanted } from './preferences/service.ts'
export { notify } from './service.ts'

/** A stream lives as long as the access token it was opened with. */
export const notifications = (goodTokens: GoodTokens): Feature => ({
  routes: [notificationRoutes, streamRoutes(goodTokens)],
  personalData: notificationBelongings,
  tasks: [sweepDismissedEvents, sweepStreamTickets],
  schedules: [
    { name: 'sweep_dismissed_events', cron: '27 4 * * *', task: sweepDismissedEvents },
    { name: 'sweep_stream_tickets', cron: '47 * * * *', task: sweepStreamTickets },
  ],
})

export const notificationPreferences: Feature = {
  routes: [preferenceRoutes],
  personalData: preferenceBelongings,
}
