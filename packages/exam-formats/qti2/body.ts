/** The body of an item of QTI 2.1 as HTML, in which marks stand for the places of its interactions. */

import { createMark } from '../marks.ts'
import { createLoss, type Reason } from '../reasons.ts'
import { escapeXml, findChild, renderHtml, type XmlElement } from '../xml.ts'

export interface Body {
  html: string
  interactions: XmlElement[]
}

/** What is within these is no part of the text. */
const hidden = new Set([
  ...[
    'feedbackInline',
    'feedbackBlock',
    'modalFeedback',
    'templateInline',
    'templateBlock',
    'stylesheet',
    'infoControl',
  ],
])

const isInteraction = ({ name }: XmlElement) => name.endsWith('Interaction')

/** Returns the picture of an `object`, or null for another element. */
function renderObject({ name, attributes }: XmlElement): string | null {
  const { type = '', data = '', alt = '' } = attributes
  if (name !== 'object' || !type.startsWith('image/')) return null
  return `<img src="${escapeXml(data)}" alt="${escapeXml(alt)}">`
}

/** Returns the element as HTML without what is no part of the text. */
export const renderContent = (element: XmlElement): string =>
  renderHtml(element, (child) => (hidden.has(child.name) ? '' : renderObject(child)))

export function readBody(item: XmlElement, note: (loss: Reason) => void): Body {
  const interactions: XmlElement[] = []
  const write = (element: XmlElement): string | null => {
    if (isInteraction(element)) {
      interactions.push(element)
      return renderInteraction(element, createMark(interactions.length), write)
    }
    const isForGraders = element.name === 'rubricBlock' && element.attributes.view !== 'candidate'
    if (isForGraders) note(createLoss('graderNotes'))
    if (element.name.startsWith('feedback')) note(createLoss('feedback'))
    return isForGraders || hidden.has(element.name) ? '' : renderObject(element)
  }
  const body = findChild(item, 'itemBody')
  return { html: body === undefined ? '' : renderHtml(body, write), interactions }
}

/** Interactions within a text are written with it, the others as what they ask and a mark. */
function renderInteraction(element: XmlElement, mark: string, write: (element: XmlElement) => string | null): string {
  if (element.name === 'gapMatchInteraction' || element.name === 'hottextInteraction')
    return renderHtml(element, (child) => renderWithin(child) ?? write(child))
  const prompt = findChild(element, 'prompt')
  return prompt === undefined ? mark : `<div>${renderContent(prompt)}</div>${mark}`
}

/** Returns what stands for a part of a text in which words are placed or chosen. */
function renderWithin(element: XmlElement): string | null {
  switch (element.name) {
    case 'gapText':
    case 'gapImg':
      return ''
    case 'gap':
      return `\ufdda${escapeXml(element.attributes.identifier ?? '')}\ufddb`
    case 'hottext':
      return `<span>${renderContent(element)}</span>`
    case 'prompt':
      return `<div>${renderContent(element)}</div>`
    default:
      return null
  }
}

/** The places of gaps, by the identifiers in them. */
export const gapPlace = /\ufdda([^\ufddb]{0,200})\ufddb/g
