/** Tables of refunds and of figures by day. */

import type { Generated } from 'kysely'
import type { CalendarDate, Timestamp } from './types.ts'

export type RefundStatus = 'pending' | 'succeeded' | 'failed'

interface RefundsTable {
  id: Generated<number>
  charge_id: number
  /** Minor units. */
  amount: number
  status: RefundStatus
  reason: string
  key: string
  failure: Generated<string>
  created_at: Timestamp
  settled_at: Timestamp | null
}

interface DailyFiguresTable {
  day: CalendarDate
  name: string
  value: number
}

export interface AdministrationTables {
  refunds: RefundsTable
  daily_figures: DailyFiguresTable
}
