import type { Transaction } from '#context.ts'
import { audiences } from './audience-queries.ts'
import type { NotificationType } from './schemas.ts'
import { type NewNotice, writeNotice } from './service.ts'

/** Notifies many users with a few statements for each language; otherwise like `notify`. */
export async function notifyAll(
  tx: Transaction,
  people: number[],
  type: NotificationType,
  notice: NewNotice,
): Promise<void> {
  const now = tx.clock.now()
  const readers = await audiences.locales.all(tx, { people })
  const locales = new Set(readers.map(({ locale }) => locale))
  for (const locale of locales) {
    const some = readers.flatMap((reader) => (reader.locale === locale ? [reader.id] : []))
    await notifySome(tx, some, type, { ...notice, ...writeNotice(tx, notice, locale), now })
  }
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
