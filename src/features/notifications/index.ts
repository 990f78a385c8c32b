import type { Feature } from '../feature/index.ts'
import { notificationRoutes } from './routes.ts'
import { notificationBelongings, sweepDismissedEvents } from './service.ts'

export { notifyAll } from './audiences/service.ts'
export { notify } from './service.ts'

export const notifications: Feature = {
  routes: [notificationRoutes],
  belongings: notificationBelongings,
  tasks: [sweepDismissedEvents],
  schedules: [{ name: 'sweep-dismissed-events', cron: '27 4 * * *', task: sweepDismissedEvents }],
}
