import { foldText } from '#core/text-normalization.ts'

/** Normalizes a short answer for comparison: case, accents and surrounding space are ignored. */
export const normalizeShortAnswer = (text: string) => foldText(text).trim()
