import { foldLine } from '#core/text-normalization.ts'

/** Normalizes a short answer for comparison: case, accents, spaces and what typesetting changes are ignored. */
export const normalizeShortAnswer = (text: string) => foldLine(text)
