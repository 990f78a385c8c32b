/** The feedback of an item of QTI 1.2: of its options, and what explains the answer. */

import type { Draft } from '../item.ts'
import { createLoss } from '../reasons.ts'
import { listDescendants } from '../xml.ts'
import { type Condition, listComparisons } from './conditions.ts'
import { renderMaterial } from './material.ts'
import type { QtiItem } from './qti-item.ts'

type Feedback = Pick<Draft, 'explanation' | 'option_feedback'>

/** Returns the feedback that an option or the whole question has. What is said to right or wrong answers in general is left out. */
export function readFeedback(item: QtiItem, draft: Draft): Feedback {
  const texts = readTexts(item)
  const used = new Set<string>()
  const take = (name: string | undefined) => {
    const text = name === undefined ? undefined : texts.get(name)
    if (name === undefined || text === undefined) return ''
    used.add(name)
    return text
  }
  const labels = item.presentation.responses.length === 1 ? (item.presentation.responses[0]?.labels ?? []) : []
  const hasOptions = ['single_choice', 'multiple_choice', 'true_false'].includes(draft.type)
  const option_feedback = Object.fromEntries(
    (hasOptions ? labels : []).map(({ ident, html }) => {
      const option = item.toPlainText(html)
      const text = take(findOptionFeedback(item.conditions, ident, texts))
      return [draft.type === 'true_false' ? option.toLowerCase() : option, text]
    }),
  )
  const general = item.conditions.find(({ elements, score }) => score === null && isGeneral({ elements }))
  const explanation = [take(general?.feedback[0]), take('solution')].filter((text) => text !== '').join('\n\n')
  if ([...texts].some(([name, text]) => text !== '' && !used.has(name))) item.context.note(createLoss('feedback'))
  return { option_feedback, explanation }
}

const isGeneral = ({ elements }: Pick<Condition, 'elements'>) =>
  elements.length === 0 || (elements.length === 1 && elements[0]?.name === 'other')

/** Returns the texts by their names; `solution` is the solution that belongs to no condition. */
function readTexts({ element, toMarkdown }: QtiItem): Map<string, string> {
  const texts = new Map<string, string>()
  for (const feedback of listDescendants(element, 'itemfeedback')) {
    const isSolution = listDescendants(feedback, 'solution').length > 0
    const html = listDescendants(feedback, 'material').map(renderMaterial).join('<br>')
    const name = isSolution ? 'solution' : (feedback.attributes.ident ?? '')
    const text = toMarkdown(html)
    if (!texts.has(name)) texts.set(name, text)
  }
  return texts
}

/** Feedback of the option alone comes before the one that a right answer earns. */
function findOptionFeedback(
  conditions: readonly Condition[],
  ident: string,
  texts: ReadonlyMap<string, string>,
): string | undefined {
  const naming = conditions.filter(({ elements, feedback }) => {
    const values = listComparisons(elements).map(({ value }) => value)
    return values.length === 1 && values[0] === ident && feedback.length > 0
  })
  const ordered = [...naming.filter(({ score }) => score === null), ...naming.filter(({ score }) => score !== null)]
  return ordered.flatMap(({ feedback }) => feedback).find((name) => (texts.get(name) ?? '') !== '')
}
