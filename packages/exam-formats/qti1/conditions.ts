/** How QTI 1.2 scores responses: conditions on the values of responses, each with points and feedback. */

import { findChild, getText, listChildren, listDescendants, type XmlElement } from '../xml.ts'

export interface Condition {
  /** The conditions that all have to be met. */
  elements: XmlElement[]
  /** What it sets or adds to the score; null for a condition that only shows feedback. */
  score: number | null
  action: string
  feedback: string[]
  /** Whether further conditions are looked at after this one was met. */
  continues: boolean
}

export function readConditions(item: XmlElement): Condition[] {
  return listDescendants(item, 'respcondition').map((element) => {
    const setvar = findChild(element, 'setvar')
    const score = setvar === undefined ? null : Number(getText(setvar).trim())
    return {
      elements: listChildren(findChild(element, 'conditionvar')),
      score: score === null || !Number.isFinite(score) ? null : score,
      action: (setvar?.attributes.action ?? 'Set').toLowerCase(),
      feedback: listChildren(element, 'displayfeedback').map(({ attributes }) => attributes.linkrefid ?? ''),
      continues: element.attributes.continue?.toLowerCase() === 'yes',
    }
  })
}

/** The values of a response, by its identifier. */
type Responses = ReadonlyMap<string, readonly string[]>

const getValues = (element: XmlElement, responses: Responses) => responses.get(element.attributes.respident ?? '') ?? []

function isMet(element: XmlElement, responses: Responses): boolean {
  const parts = listChildren(element)
  switch (element.name) {
    case 'varequal':
      return getValues(element, responses).includes(getText(element).trim())
    case 'and':
      return parts.every((part) => isMet(part, responses))
    case 'or':
      return parts.some((part) => isMet(part, responses))
    case 'not':
      return !parts.every((part) => isMet(part, responses))
    case 'other':
      return true
    case 'varsubset': {
      const wanted = getText(element)
        .split(',')
        .map((value) => value.trim())
      return wanted.every((value) => getValues(element, responses).includes(value))
    }
    default:
      return false
  }
}

function addScore(score: number, { score: input, action }: Condition): number {
  if (input === null) return score
  if (action === 'add') return score + input
  return action === 'subtract' ? score - input : input
}

/** Returns the score of the responses. */
export function calculateScore(conditions: readonly Condition[], responses: Responses): number {
  const areMet = ({ elements }: Condition) =>
    elements.length > 0 && elements.every((element) => isMet(element, responses))
  let score = 0
  for (const condition of conditions.filter(areMet)) {
    score = addScore(score, condition)
    if (!condition.continues && condition.score !== null) break
  }
  return score
}

export interface Comparison {
  name: string
  ident: string
  value: string
  isCaseSensitive: boolean
}

const comparisons = new Set([...['varequal', 'vargte', 'varlte', 'vargt', 'varlt', 'varsubstring', 'varsubset']])

/** Returns what a condition compares responses with, in order. Values that a response must not have are left out. */
export function listComparisons(elements: readonly XmlElement[]): Comparison[] {
  return elements.flatMap((element) => {
    if (element.name === 'not') return []
    if (!comparisons.has(element.name)) return listComparisons(listChildren(element))
    const { respident = '', case: letterCase } = element.attributes
    const comparison = { name: element.name, ident: respident, value: getText(element).trim() }
    return [{ ...comparison, isCaseSensitive: letterCase?.toLowerCase() === 'yes' }]
  })
}

/** Returns the conditions that earn points, those with most points first. */
export const listEarning = (conditions: readonly Condition[]): Condition[] =>
  conditions
    .filter(({ score, action }) => score !== null && score > 0 && action !== 'subtract')
    .toSorted((first, second) => (second.score ?? 0) - (first.score ?? 0))
