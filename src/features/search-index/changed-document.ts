import type { IndexDocument } from '@research-platform/search-engine'
import type { WithConnection } from '#database/query/prepare.ts'

/** A document as the index knows it, and as it is now. */
export interface ChangedDocument {
  id: number
  before: IndexDocument | null
  after: IndexDocument | null
}

/** Writes what was prepared. */
export type Write = (tx: WithConnection) => Promise<void>
