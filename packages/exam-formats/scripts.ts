/** Small raised and lowered characters of Unicode, because Markdown has no superscript and no subscript. */

const plain = '0123456789+-−=()n'
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ'
const lowered = '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₙ'

/** Returns the text in small characters; null when Unicode does not have all of them. */
export function renderScript(text: string, kind: 'sup' | 'sub'): string | null {
  const small = kind === 'sup' ? raised : lowered
  let rendered = ''
  for (const character of text.trim()) {
    const index = plain.indexOf(character)
    if (index === -1) return null
    rendered += small[index]
  }
  return rendered
}
