/** Reads QTI 1.2 (IMS Question & Test Interoperability: ASI), as Canvas, Blackboard, D2L and Common Cartridge write it. */

import { type TextContext, toMarkdown, toPlainText } from '../html.ts'
import { type Draft, type Item, readItem } from '../item.ts'
import { removeMarks } from '../marks.ts'
import { createRefusal } from '../reasons.ts'
import type { Source } from '../source.ts'
import { findChild, getText, listChildren, listDescendants, type XmlDocument, type XmlElement } from '../xml.ts'
import { readConditions } from './conditions.ts'
import { readFeedback } from './feedback.ts'
import { readPoints } from './points.ts'
import { readPresentation } from './presentation.ts'
import { getField, type QtiItem } from './qti-item.ts'
import { chooseType } from './types.ts'

/** Returns the questions of the document. */
export function readQti1({ root, brokenLine }: XmlDocument, source: Source): Item[] {
  const bank = listChildren(root, 'objectbank')[0]
  const bankTitle = getField(findChild(bank, 'qtimetadata'), 'bank_title')
  const tags = bankTitle === '' ? [] : [bankTitle]
  return listDescendants(root, 'item').map((element) => readElement(element, tags, { ...source, brokenLine }))
}

function readElement(element: XmlElement, tags: string[], source: Source & { brokenLine: number | null }): Item {
  const { ident = '', title = '' } = element.attributes
  return readItem({ place: ident === '' ? String(element.line) : ident, title }, (losses) => {
    if (element.isCutOff) throw createRefusal('cutOff', { line: source.brokenLine ?? element.line })
    const { pictures, findPicture } = source
    const context: TextContext = { pictures, findPicture, note: losses.note }
    const presentation = readPresentation(findChild(element, 'presentation'))
    const item: QtiItem = {
      element,
      typeName: readTypeName(element),
      presentation,
      conditions: readConditions(element),
      context,
      toMarkdown: (html) => toMarkdown(html, context),
      toPlainText: (html) => toPlainText(html, context),
    }
    const draft: Draft = { question: '', ...chooseType(item) }
    const question = draft.question === '' ? removeMarks(item.toMarkdown(presentation.html)) : draft.question
    return { ...draft, ...readFeedback(item, draft), question, points: readPoints(item), tags }
  })
}

function readTypeName(element: XmlElement): string {
  const metadata = findChild(element, 'itemmetadata')
  const names = ['question_type', 'cc_profile', 'qmd_questiontype', 'qmd_itemtype', 'bbmd_questiontype']
  const field = names.map((name) => getField(metadata, name)).find((value) => value !== '')
  const direct = ['qmd_itemtype', 'bbmd_questiontype'].map((name) => getText(findChild(metadata, name)).trim())
  return field ?? direct.find((value) => value !== '') ?? ''
}
