import { definePersonalRights } from '#database/rights.ts'
import { notificationRecord } from './record.ts'

export const notificationRights = definePersonalRights('notification', notificationRecord)
