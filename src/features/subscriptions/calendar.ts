import { toDate } from '#core/periods.ts'
import type { CalendarSource } from '#features/feature.ts'
import { fill } from '#language/sentence.ts'
import { subscriptions } from './queries.ts'

/** The day on which the subscription is renewed or ends. */
export const renewalCalendar: CalendarSource = {
  scope: 'billing:read',
  async list(ctx, { user_id }) {
    const live = await subscriptions.findLive.maybe(ctx, { user_id })
    if (live === null || live.state === 'past_due') return []
    const title = live.name
    return [
      {
        uid: `subscription-${live.id}-${toDate(live.period_end)}`,
        sequence: 0,
        changedAt: live.period_start,
        summary:
          live.state === 'ending'
            ? fill('Your subscription {title} ends', { title })
            : fill('Your subscription {title} is renewed', { title }),
        location: '',
        when: { day: toDate(live.period_end) },
      },
    ]
  },
}
