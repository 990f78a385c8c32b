import { definePersonalRights } from '#database/rights.ts'

export const notificationRights = definePersonalRights('notification', 'notifications')
