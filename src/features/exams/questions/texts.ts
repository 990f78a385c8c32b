import { fold } from '#core/words.ts'

/** A short answer as it is compared: without regard to case, accents and space around it. */
export const folded = (text: string) => fold(text).trim()
