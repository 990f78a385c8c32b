import { foldText } from '#core/text-normalization.ts'

/** A short answer as it is compared: without regard to case, accents and space around it. */
export const normalizeShortAnswer = (text: string) => foldText(text).trim()
