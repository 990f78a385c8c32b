/** An item of QTI 1.2 while it is read. */

import type { TextContext } from '../html.ts'
import { findChild, getText, listDescendants, type XmlElement } from '../xml.ts'
import type { Condition } from './conditions.ts'
import type { Presentation } from './presentation.ts'

/** What is known of an item while its type is chosen. */
export interface QtiItem {
  element: XmlElement
  /** The type that the file names, such as `multiple_choice_question`; empty when it names none. */
  typeName: string
  presentation: Presentation
  conditions: Condition[]
  context: TextContext
  toMarkdown: (html: string) => string
  toPlainText: (html: string) => string
}

/** Returns the value of a field of the metadata. */
export const getField = (metadata: XmlElement | null | undefined, name: string): string => {
  const field = listDescendants(metadata, 'qtimetadatafield').find(
    (candidate) => getText(findChild(candidate, 'fieldlabel')).trim() === name,
  )
  return getText(findChild(field, 'fieldentry')).trim()
}
