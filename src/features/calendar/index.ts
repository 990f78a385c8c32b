import type { CalendarSource, Feature } from '#features/feature.ts'
import { calendars } from './queries.ts'
import { calendarRoutes } from './routes.ts'

/** What users have to come, in their calendar programs. */
export const createCalendars = (sources: readonly CalendarSource[]): Feature => ({
  routes: [calendarRoutes(sources)],
  personalData: {
    name: 'calendar',
    export: (ctx, userId) => calendars.ofUser.all(ctx, { user_id: userId }),
    async erase(tx, userId) {
      await calendars.remove.run(tx, { user_id: userId })
    },
  },
})
