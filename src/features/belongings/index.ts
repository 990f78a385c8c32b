/** What a feature keeps about a person: how it is handed out to them, and how it goes with them. */

import type { Context, Transaction } from '#context.ts'

export interface Belongings {
  /** The key in the export. */
  readonly name: string
  /** Everything of the person, as it goes into the export. */
  readonly read: (ctx: Context, userId: number) => Promise<unknown>
  /** Erases or anonymises it when the account is deleted. */
  readonly erase: (tx: Transaction, userId: number) => Promise<void>
}
