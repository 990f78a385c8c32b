/** An item of QTI 2.1 while it is read. */

import type { TextContext } from '../html.ts'
import type { Draft } from '../item.ts'
import { createRefusal } from '../reasons.ts'
import type { XmlElement } from '../xml.ts'
import type { Body } from './body.ts'
import type { Declaration } from './responses.ts'

/** What is known of an item while its type is chosen. */
export interface QtiItem {
  element: XmlElement
  body: Body
  declarations: ReadonlyMap<string, Declaration>
  note: TextContext['note']
  toMarkdown: (html: string) => string
  toPlainText: (html: string) => string
}

export type AnswerDraft = Omit<Draft, 'question'> & Partial<Pick<Draft, 'question'>>

/** Returns what the item declares about the response of the interaction. */
export const getDeclaration = (item: QtiItem, interaction: XmlElement): Declaration => {
  const declaration = item.declarations.get(interaction.attributes.responseIdentifier ?? '')
  if (declaration === undefined) throw createRefusal('noRightAnswer')
  return declaration
}
