/** The table of figures by day. */

import type { CalendarDate } from './types.ts'

interface DailyFiguresTable {
  day: CalendarDate
  name: string
  value: number
}

export interface AdministrationTables {
  daily_figures: DailyFiguresTable
}
