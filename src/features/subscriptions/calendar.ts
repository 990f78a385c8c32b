import { toDate } from '#core/periods.ts'
import type { CalendarSource } from '#features/feature.ts'
import { fill } from '#language/sentence.ts'
import { subscriptions } from './queries.ts'

/** The days on which the subscriptions that a person pays for are renewed or end. */
export const renewalCalendar: CalendarSource = {
  scope: 'billing:read',
  async list(ctx, { user_id }) {
    const paid = await subscriptions.livePaidBy.all(ctx, { user_id })
    return paid
      .filter(({ state }) => state !== 'past_due')
      .map(({ id, state, title, period_start, period_end }) => ({
        uid: `subscription-${id}-${toDate(period_end)}`,
        sequence: 0,
        changedAt: period_start,
        summary:
          state === 'ending'
            ? fill('Your subscription {title} ends', { title })
            : fill('Your subscription {title} is renewed', { title }),
        location: '',
        when: { day: toDate(period_end) },
      }))
  },
}
