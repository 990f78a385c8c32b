import type { Transaction } from '#context.ts'
import { audiences } from './audience-queries.ts'
import type { NotificationType } from './schemas.ts'
import type { NewNotice } from './service.ts'

/** Notifies many users with a few statements; otherwise like `notify`. */
export async function notifyAll(
  tx: Transaction,
  people: number[],
  type: NotificationType,
  notice: NewNotice,
): Promise<void> {
  const now = tx.clock.now()
  await audiences.dismiss.run(tx, { people, type, event: notice.event, now })
  const added = await audiences.notify.all(tx, { ...notice, people, type, now })
  if (added.length === 0) return
  await audiences.advance.run(tx, { added })
  await audiences.count.run(tx, { added, type })
  for (const { user_id } of added) tx.signal(user_id)
}
