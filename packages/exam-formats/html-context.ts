/** What a text in HTML is converted with. The conversion is synchronous, so that one context at a time is enough. */

import type { FindPicture, PictureStore } from './pictures.ts'
import type { Reason } from './reasons.ts'

/** What a text is converted with. */
export interface TextContext {
  pictures: PictureStore
  findPicture: FindPicture
  /** Notes what is left out. */
  note: (loss: Reason) => void
}

let current: TextContext | null = null

export const getContext = (): TextContext | null => current

/** Returns what the function returns, which runs with the context. */
export function withContext<Result>(context: TextContext, run: () => Result): Result {
  current = context
  try {
    return run()
  } finally {
    current = null
  }
}
