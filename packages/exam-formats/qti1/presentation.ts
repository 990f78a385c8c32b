/** What an item of QTI 1.2 shows: its text, in which marks stand for the places of responses, and the responses. */

import { createMark } from '../marks.ts'
import { findDescendant, listChildren, listDescendants, type XmlElement } from '../xml.ts'
import { renderMaterial } from './material.ts'

export interface Label {
  ident: string
  html: string
}

export interface Response {
  ident: string
  kind: 'choice' | 'text' | 'number'
  cardinality: 'Single' | 'Multiple' | 'Ordered'
  /** What stands before the labels, as HTML: the left side of a pair. */
  html: string
  labels: Label[]
  /** The kind of text that is filled in: `String`, `Integer`, `Decimal`. */
  fibType: string
  rows: number
}

export interface Presentation {
  html: string
  responses: Response[]
  /** The name of a response that cannot be read, such as `response_xy`. */
  unknown: string | null
}

const kinds: Readonly<Record<string, Response['kind']>> = {
  response_lid: 'choice',
  response_str: 'text',
  response_num: 'number',
}
const unreadable = new Set(['response_xy', 'response_grp', 'response_extension', 'response_na'])
const paragraphs = new Set(['flow', 'flow_mat', 'material'])

export function readPresentation(element: XmlElement | null | undefined): Presentation {
  const presentation: Presentation = { html: '', responses: [], unknown: null }
  for (const child of listChildren(element)) addPart(child, presentation)
  return presentation
}

function addPart(part: XmlElement, presentation: Presentation) {
  const { name } = part
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (kind !== undefined) {
    presentation.responses.push(readResponse(part, kind))
    presentation.html += createMark(presentation.responses.length)
  } else if (name === 'material') presentation.html += wrap(part, renderMaterial(part))
  else if (unreadable.has(name)) presentation.unknown ??= name
  else if (paragraphs.has(name) || name.startsWith('flow')) {
    // A flow is a paragraph of its own, unless it has nothing but responses.
    if (name === 'flow' && listChildren(part, 'material').length > 1) presentation.html += '<p>'
    for (const child of listChildren(part)) addPart(child, presentation)
  }
}

/** Materials that stand side by side are one line of text with the blanks between them. */
const wrap = ({ attributes }: XmlElement, html: string) =>
  attributes.label === 'block' ? `<p>${html}</p>` : `${html} `

const cardinalities = ['Single', 'Multiple', 'Ordered'] as const

function readResponse(element: XmlElement, kind: Response['kind']): Response {
  const { ident = '', rcardinality = 'Single' } = element.attributes
  const fib = findDescendant(element, 'render_fib')
  const material = listChildren(element).filter(({ name }) => name === 'material' || name === 'material_ref')
  return {
    ident,
    kind,
    cardinality: cardinalities.find((name) => name.toLowerCase() === rcardinality.toLowerCase()) ?? 'Single',
    html: material.map(renderMaterial).join(' '),
    labels: listDescendants(element, 'response_label').map((label) => ({
      ident: label.attributes.ident ?? '',
      html: listDescendants(label, 'material').map(renderMaterial).join(' '),
    })),
    fibType: fib?.attributes.fibtype ?? 'String',
    rows: Number(fib?.attributes.rows ?? 1) || 1,
  }
}
