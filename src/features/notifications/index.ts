export { notificationRoutes } from './routes.ts'
export { notificationBelongings, notify, sweepDismissedEvents } from './service.ts'
