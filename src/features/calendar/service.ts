import { type CalendarEvent, writeCalendar } from '#adapters/calendar.ts'
import { type Context, getApiKeyId, inTransaction, wordingFor } from '#context.ts'
import { hashToken, randomText } from '#core/random.ts'
import type { CalendarEntry, CalendarSource } from '#features/feature.ts'
import { createTranslate } from '#language/translate.ts'
import type { Wording } from '#language/wording.ts'
import { calendars } from './queries.ts'
import type { CalendarLink } from './schemas.ts'

/** Days in the past that the calendar still has. */
const daysBack = 90

/** Creates the private address of the actor's calendar; a former one ends. One that an API key creates ends with it. */
export function createCalendar(ctx: Context): Promise<CalendarLink> {
  return inTransaction(ctx, async (tx) => {
    const token = randomText(24)
    const now = tx.clock.now()
    const key_id = getApiKeyId(tx.actor)
    await calendars.set.run(tx, { user_id: tx.actor.id, token_hash: hashToken(token), key_id, now })
    return { url: `${tx.config.publicUrl}/calendar/${token}.ics`, created_at: now }
  })
}

/** Ends the private address; without one, it does nothing. */
export const endCalendar = (ctx: Context): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await calendars.remove.run(tx, { user_id: tx.actor.id })
  })

/** Returns the calendar of an address. 404 once it has ended. */
export async function readCalendar(ctx: Context, token: string, sources: readonly CalendarSource[]): Promise<string> {
  const { id, timezone, locale } = await calendars.byToken.one(ctx, {
    token_hash: hashToken(token),
    now: ctx.clock.now(),
  })
  const since = new Date(Date.parse(ctx.clock.now()) - daysBack * 86_400_000).toISOString()
  const wording = wordingFor(ctx, locale)
  const entries = (await Promise.all(sources.map((source) => source.list(ctx, id, since)))).flat()
  const host = new URL(ctx.config.publicUrl).hostname
  return writeCalendar({
    name: ctx.config.organizationName,
    timezone: timezone ?? ctx.config.timezone,
    language: wording.language,
    events: entries.map((entry) => toEvent(entry, host, wording)),
  })
}

const toEvent = ({ uid, summary, ...entry }: CalendarEntry, host: string, wording: Wording): CalendarEvent => ({
  ...entry,
  uid: uid.includes('@') ? uid : `${uid}@${host}`,
  summary: createTranslate(wording)(summary),
})
