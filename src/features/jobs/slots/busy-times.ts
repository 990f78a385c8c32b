/** When the people who hold interviews are not free. */

import type { AnyContext } from '#context.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import { slotPeople } from './queries.ts'

/** A time with its end. */
export interface Span {
  starts_at: string
  minutes: number
}

export const getEnd = ({ starts_at, minutes }: Span): string => addDuration(starts_at, { minutes })

export const isOverlapping = (one: Span, other: Span): boolean =>
  one.starts_at < getEnd(other) && other.starts_at < getEnd(one)

/** No interview and no slot is longer than a day. */
const longest = { days: 1 }

/** Returns the interviews of the people from `from` to `to`. */
export const listInterviewsOf = (ctx: AnyContext, user_ids: readonly number[], from: string, to: string) =>
  slotPeople.interviewsOf.all(ctx, { user_ids, from: subtractDuration(from, longest), to })

/** Returns the interviews and slots of the people from `from` to `to`. */
export async function listBusyTimes(
  ctx: AnyContext,
  user_ids: readonly number[],
  from: string,
  to: string,
): Promise<Span[]> {
  const slots = await slotPeople.slotsOf.all(ctx, { user_ids, from: subtractDuration(from, longest), to })
  return [...(await listInterviewsOf(ctx, user_ids, from, to)), ...slots]
}
