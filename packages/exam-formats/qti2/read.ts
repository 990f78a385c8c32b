/** Reads items of QTI 2.0 to 2.2: https://www.imsglobal.org/question/qtiv2p1/imsqti_implv2p1.html */

import { type TextContext, toMarkdown, toPlainText } from '../html.ts'
import { type Draft, type Item, readItem } from '../item.ts'
import { removeMarks } from '../marks.ts'
import { createLoss, createRefusal } from '../reasons.ts'
import type { Source } from '../source.ts'
import { findChild, getText, listChildren, listDescendants, type XmlDocument, type XmlElement } from '../xml.ts'
import { readBody, renderContent } from './body.ts'
import type { QtiItem } from './qti-item.ts'
import { readDeclarations } from './responses.ts'
import { chooseType } from './types.ts'

/** Returns the question of the document, or the questions of a document with several items. */
export function readQti2({ root, brokenLine }: XmlDocument, source: Source): Item[] {
  const elements = root.name === 'assessmentItem' ? [root] : listDescendants(root, 'assessmentItem')
  return elements.map((element) => readElement(element, { ...source, brokenLine }))
}

function readElement(element: XmlElement, source: Source & { brokenLine: number | null }): Item {
  const { identifier = '', title = '', adaptive = 'false' } = element.attributes
  return readItem({ place: identifier === '' ? String(element.line) : identifier, title }, (losses) => {
    if (element.isCutOff) throw createRefusal('cutOff', { line: source.brokenLine ?? element.line })
    const isComputed = listChildren(element, 'templateDeclaration').length > 0 || adaptive === 'true'
    if (isComputed) throw createRefusal('computedQuestion')
    const { pictures, findPicture } = source
    const context: TextContext = { pictures, findPicture, note: losses.note }
    const item: QtiItem = {
      element,
      body: readBody(element, losses.note),
      declarations: readDeclarations(element),
      note: losses.note,
      toMarkdown: (html) => toMarkdown(html, context),
      toPlainText: (html) => toPlainText(html, context),
    }
    const draft: Draft = { question: '', ...chooseType(item) }
    const question = draft.question === '' ? removeMarks(item.toMarkdown(item.body.html)) : draft.question
    return { ...draft, ...readFeedback(item, draft), question, points: readPoints(item) }
  })
}

/** Returns the largest score, as far as the item declares it. */
function readPoints({ element, declarations }: QtiItem): number {
  const outcomes = listChildren(element, 'outcomeDeclaration')
  const find = (identifier: string) => outcomes.find(({ attributes }) => attributes.identifier === identifier)
  const most = getText(listDescendants(find('MAXSCORE'), 'value')[0]).trim()
  const normal = find('SCORE')?.attributes.normalMaximum ?? ''
  const bounds = [...declarations.values()].map(({ upperBound }) => upperBound ?? 0)
  const mapped = bounds.reduce((sum, bound) => sum + bound, 0)
  const [score = 0] = [Number(most), Number(normal), mapped].filter((value) => value > 0)
  return score > 0 ? score : 1
}

const explaining = /^(?:general|solution|explanation|general_fb|generalfeedback|explan)/i

/** Returns the feedback of options, and what explains the answer. What is said to right or wrong answers in general is left out. */
function readFeedback(
  { element, body, note, ...item }: QtiItem,
  draft: Draft,
): Pick<Draft, 'explanation' | 'option_feedback'> {
  const [interaction] = body.interactions
  const isChoice = ['single_choice', 'multiple_choice', 'true_false'].includes(draft.type)
  const choices = isChoice && body.interactions.length === 1 ? listDescendants(interaction, 'simpleChoice') : []
  const modal = listChildren(element, 'modalFeedback').map((feedback) => ({
    identifier: feedback.attributes.identifier ?? '',
    text: item.toMarkdown(renderContent(feedback)),
  }))
  const used = new Set<string>()
  const option_feedback = Object.fromEntries(
    choices.map((choice) => {
      const { identifier = '' } = choice.attributes
      const own = findChild(choice, 'feedbackInline') ?? findChild(choice, 'feedbackBlock')
      const general = modal.find((feedback) => feedback.identifier === identifier)
      if (general !== undefined) used.add(identifier)
      const option = item.toPlainText(renderContent(choice))
      const text = own === undefined ? (general?.text ?? '') : item.toMarkdown(renderContent(own))
      return [draft.type === 'true_false' ? option.toLowerCase() : option, text]
    }),
  )
  const explanation = modal.find(({ identifier, text }) => explaining.test(identifier) && text !== '')
  if (explanation !== undefined) used.add(explanation.identifier)
  if (modal.some(({ identifier, text }) => text !== '' && !used.has(identifier))) note(createLoss('feedback'))
  return { option_feedback, explanation: explanation?.text ?? '' }
}
