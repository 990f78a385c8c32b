/** Marks for blanks while a text becomes Markdown, and the blanks that replace them. */

import { createRefusal } from './reasons.ts'

// Noncharacters of Unicode, which no text contains.
const mark = /\ufdd8(\d+)\ufdd9/g

/** Returns the mark of a blank, by its number from 1. */
export const createMark = (number: number): string => `\ufdd8${number}\ufdd9`

export const removeMarks = (text: string): string => text.replace(mark, ' ')

/** Returns the text with a blank for each mark. Throws `Refusal` for an accepted text that a blank cannot contain. */
export function replaceMarks(text: string, blanks: readonly (readonly string[])[]): string {
  return text.replace(mark, (_, number: string) => renderBlank(number, blanks[Number(number) - 1] ?? []))
}

export function renderBlank(name: string, accepted: readonly string[]): string {
  const words = [...new Set(accepted.map((word) => word.replace(/\s+/g, ' ').trim()))]
  if (words.length === 0 || words.some((word) => word === '' || /[{}|]/.test(word)))
    throw createRefusal('badBlank', { blank: accepted.join(' ') })
  return `{{${name}:${words.join('|')}}}`
}
