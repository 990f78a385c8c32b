export { notificationRoutes } from './routes.ts'
export { type NewNotice, notificationBelongings, notify, sweepDismissedEvents } from './service.ts'
