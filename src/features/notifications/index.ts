export { notifyAll } from './audiences/service.ts'
export { notificationRoutes } from './routes.ts'
export { notificationBelongings, notify, sweepDismissedEvents } from './service.ts'
