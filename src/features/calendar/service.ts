import type { CalendarEvent } from '@research-platform/calendars'
import { type Context, createLocalizerFor, getApiKeyId, runInTransaction } from '#context.ts'
import { createRandomText, hashToken } from '#core/random.ts'
import type { CalendarEntry, CalendarSource } from '#features/feature.ts'
import { createTranslate } from '#language/translation.ts'
import type { Localizer } from '#language/wording.ts'
import { calendars } from './queries.ts'
import type { CalendarLink } from './schemas.ts'

/** Days in the past that the calendar still has. */
const daysBack = 90
/** The most events of a calendar; those to come go before former ones. */
const maxEvents = 1_000

/** Creates the private address of the actor's calendar; a former one ends. One that an API key creates ends with it. */
export function createCalendar(ctx: Context): Promise<CalendarLink> {
  return runInTransaction(ctx, async (tx) => {
    const token = createRandomText(24)
    const now = tx.clock.now()
    const key_id = getApiKeyId(tx.actor)
    await calendars.set.run(tx, { user_id: tx.actor.id, token_hash: hashToken(token), key_id, now })
    return { url: `${tx.config.publicUrl}/calendar/${token}.ics`, created_at: now }
  })
}

/** Ends the private address; without one, it does nothing. */
export const endCalendar = (ctx: Context): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    await calendars.remove.run(tx, { user_id: tx.actor.id })
  })

/** Returns the calendar of an address. 404 once it has ended. */
export async function readCalendar(ctx: Context, token: string, sources: readonly CalendarSource[]): Promise<string> {
  const now = ctx.clock.now()
  const { id, timezone, locale } = await calendars.byToken.one(ctx, { token_hash: hashToken(token), now })
  const since = new Date(Date.parse(now) - daysBack * 86_400_000).toISOString()
  const query = { user_id: id, since, now, most: maxEvents }
  const wording = createLocalizerFor(ctx, locale)
  const entries = (await Promise.all(sources.map((source) => source.list(ctx, query)))).flat()
  const host = new URL(ctx.config.publicUrl).hostname
  const { writeCalendar } = await import('@research-platform/calendars')
  return writeCalendar({
    name: ctx.config.organizationName,
    product: { company: 'Research Platform', product: 'Calendar' },
    timezone: timezone ?? ctx.config.timezone,
    language: wording.language,
    events: chooseNearest(entries, now).map((entry) => toEvent(entry, host, wording)),
  })
}

/** Returns the entries in order; of too many, the next ones from now on, and then the last ones before. */
function chooseNearest(entries: readonly CalendarEntry[], now: string): CalendarEntry[] {
  if (entries.length <= maxEvents) return [...entries]
  const sorted = entries.toSorted((a, b) => (getStart(a) < getStart(b) ? -1 : 1))
  const today = now.slice(0, 'YYYY-MM-DD'.length)
  const first = sorted.findIndex((entry) => getStart(entry) >= today)
  const next = first === -1 ? sorted.length : first
  const from = Math.max(0, Math.min(next, sorted.length - maxEvents))
  return sorted.slice(from, from + maxEvents)
}

const getStart = ({ when }: CalendarEntry): string => ('day' in when ? when.day : when.start)

const toEvent = ({ uid, summary, ...entry }: CalendarEntry, host: string, wording: Localizer): CalendarEvent => ({
  ...entry,
  uid: uid.includes('@') ? uid : `${uid}@${host}`,
  summary: createTranslate(wording)(summary),
})
