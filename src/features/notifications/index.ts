export { notificationRoutes } from './routes.ts'
export { type NewNotice, notificationBelongings, notify } from './service.ts'
