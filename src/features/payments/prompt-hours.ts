/** The hours of the day at which a phone is asked for a renewal that its owner does not wait for. */

import type { AnyContext } from '#context.ts'
import { findTimezoneOfCountry } from '#core/country-zones.ts'
import { addDuration } from '#core/time.ts'
import { setHourInTimezone } from '#core/time-zone.ts'
import { findTimezone } from '#features/users/index.ts'

/** From the first hour to the end of the last one, where the owner of the phone is. */
const firstHour = 10
const endHour = 18
/** What is due later on a day is asked for at this hour, so that a short failure of the service does not move it to the next day. */
const latestHour = 17

export interface PhoneOwner {
  userId: number
  /** The country of the phone (ISO 3166-1 alpha-2); null when it is not known. */
  country: string | null
}

/** Returns the time zone of the owner of a phone: their own, else that of the phone, else that of the operator. */
export async function getTimezoneOfPhone(ctx: AnyContext, { userId, country }: PhoneOwner): Promise<string> {
  const own = await findTimezone(ctx, userId)
  return own ?? (country === null ? null : findTimezoneOfCountry(country)) ?? ctx.config.timezone
}

/**
 * Returns when the owner of a phone is asked for what is due at `due`: on that day where they are, or if it has passed now or at the
 * next hour at which phones are asked.
 */
export async function choosePromptTime(ctx: AnyContext, owner: PhoneOwner, due: string): Promise<string> {
  const timezone = await getTimezoneOfPhone(ctx, owner)
  const now = ctx.clock.now()
  const wanted = limitToHours(due, timezone)
  if (now <= wanted) return wanted
  if (isWithinHours(now, timezone)) return now
  const opening = setHourInTimezone(now, timezone, firstHour)
  return now < opening ? opening : setHourInTimezone(addDuration(opening, { days: 1 }), timezone, firstHour)
}

function limitToHours(due: string, timezone: string): string {
  const first = setHourInTimezone(due, timezone, firstHour)
  const latest = setHourInTimezone(due, timezone, latestHour)
  if (due < first) return first
  return due < latest ? due : latest
}

const isWithinHours = (moment: string, timezone: string): boolean =>
  setHourInTimezone(moment, timezone, firstHour) <= moment && moment < setHourInTimezone(moment, timezone, endHour)

/** Returns whether the phone may be asked at the moment. */
export const isPromptHour = async (ctx: AnyContext, owner: PhoneOwner, moment: string): Promise<boolean> =>
  isWithinHours(moment, await getTimezoneOfPhone(ctx, owner))
