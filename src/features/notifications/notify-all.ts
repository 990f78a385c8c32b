import type { Transaction } from '#context.ts'
import { audiences } from './audience-queries.ts'
import type { NotificationType } from './record.ts'
import { type NewNotice, writeNotice } from './service.ts'

/**
 * Notifies many users with a few statements for each wording; otherwise like `notify`. Most locales of a language have
 * the same wording, so that people with rare ones do not slow the others down.
 */
export async function notifyAll(
  tx: Transaction,
  people: number[],
  type: NotificationType,
  notice: NewNotice,
): Promise<void> {
  const now = tx.clock.now()
  const readers = await audiences.locales.all(tx, { people })
  const byLocale = Map.groupBy(readers, ({ locale }) => locale)
  const byWording = new Map<string, { people: number[]; written: ReturnType<typeof writeNotice> }>()
  for (const [locale, some] of byLocale) {
    const written = writeNotice(tx, notice, locale)
    const key = JSON.stringify(written)
    const group = byWording.get(key) ?? { people: [], written }
    byWording.set(key, group)
    for (const { id } of some) group.people.push(id)
  }
  for (const { people: some, written } of byWording.values())
    await notifySome(tx, some, type, { ...notice, ...written, now })
}

interface WrittenNotice extends Pick<NewNotice, 'data' | 'event'> {
  title: string
  message: string
  now: string
}

async function notifySome(
  tx: Transaction,
  people: number[],
  type: NotificationType,
  { now, ...notice }: WrittenNotice,
): Promise<void> {
  await audiences.dismiss.run(tx, { people, type, event: notice.event, now })
  const added = await audiences.notify.all(tx, { ...notice, people, type, now })
  if (added.length === 0) return
  await audiences.advance.run(tx, { added })
  await audiences.count.run(tx, { added, type })
  for (const { user_id } of added) tx.signal(user_id)
}
