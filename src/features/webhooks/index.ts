import type { Feature } from '#features/feature.ts'
import { webhookPersonalData } from './personal-data.ts'
import { webhookRoutes } from './routes.ts'
import { createRunner } from './runner.ts'
import { sweepDeliveries } from './service.ts'

/** Changes that are sent to the addresses of users. */
export const webhooks: Feature = {
  routes: [webhookRoutes],
  personalData: webhookPersonalData,
  repeated: [{ name: 'webhooks', create: createRunner }],
  tasks: [sweepDeliveries],
  schedules: [{ name: 'sweep_webhook_deliveries', cron: '51 3 * * *', task: sweepDeliveries }],
}
