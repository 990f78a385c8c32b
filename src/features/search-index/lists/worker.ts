/** What the modules that worker threads run export for the search of lists. */

import type { WithConnection } from '#database/query/prepare.ts'
import type { ListIndex } from './definition.ts'
import type { ListMatches, ListQuestion, ListRows } from './question.ts'
import type { Lag } from './snapshot.ts'

/** Creates the functions of the module that a worker thread runs. */
export const createListSearch = <Asked>(index: ListIndex, rows: ListRows<Asked>) => ({
  /** Returns the lag of an index that is too far behind. */
  async search(ctx: WithConnection, question: ListQuestion<Asked>): Promise<ListMatches | Lag> {
    // What interprets queries takes memory, so it is loaded in the thread only.
    const { searchIndexedList } = await import('./search.ts')
    return searchIndexedList(ctx, index, rows, question)
  },
})
