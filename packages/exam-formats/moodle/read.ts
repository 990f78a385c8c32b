/** Reads Moodle XML: https://docs.moodle.org/en/Moodle_XML_format */

import { listCategoryTags } from '../gift/read.ts'
import { type Draft, type Item, type Losses, readItem } from '../item.ts'
import { createLoss, createRefusal } from '../reasons.ts'
import type { Source } from '../source.ts'
import { findChild, getText, listChildren, type XmlDocument, type XmlElement } from '../xml.ts'
import { createMoodleReader, getMoodleText, type MoodleQuestion } from './texts.ts'
import { readers } from './types.ts'

/** Returns the questions of the document. */
export function readMoodle({ root, brokenLine }: XmlDocument, source: Source): Item[] {
  let tags: string[] = []
  const items: Item[] = []
  for (const element of listChildren(root, 'question')) {
    const { type = '' } = element.attributes
    if (type === 'category') tags = listCategoryTags(getMoodleText(findChild(element, 'category')).text)
    else items.push(readQuestion(element, tags, { ...source, brokenLine }))
  }
  return items
}

function readQuestion(element: XmlElement, tags: string[], source: Source & { brokenLine: number | null }): Item {
  const { pictures, findPicture, brokenLine } = source
  const title = getMoodleText(findChild(element, 'name')).text
  return readItem({ place: String(element.line), title }, (losses) => {
    if (element.isCutOff) throw createRefusal('cutOff', { line: brokenLine ?? element.line })
    const type = element.attributes.type ?? ''
    const read = Object.hasOwn(readers, type) ? readers[type] : undefined
    if (type === 'description') throw createRefusal('textOnly')
    if (read === undefined) throw createRefusal('unsupportedType', { type })
    const question: MoodleQuestion = {
      element,
      reader: createMoodleReader({ pictures, findPicture, note: losses.note }),
      losses,
    }
    return { ...readCommon(question, tags), ...read(question) }
  })
}

/** Returns what questions of every type have. */
function readCommon({ element, reader, losses }: MoodleQuestion, category: string[]): Omit<Draft, 'type'> {
  const own = listChildren(findChild(element, 'tags'), 'tag').map((tag) => getMoodleText(tag).text)
  const explanation = findChild(element, 'generalfeedback')
  const points = Number(getText(findChild(element, 'defaultgrade') ?? findChild(element, 'defaultmark')).trim() || 1)
  noteLosses(element, losses)
  return {
    question: reader.readMarkdown(getMoodleText(findChild(element, 'questiontext'))),
    points,
    tags: [...category, ...own],
    ...(explanation !== undefined && { explanation: reader.readMarkdown(getMoodleText(explanation)) }),
  }
}

/** What Moodle writes into each new question. */
const defaultFeedback = /^(?:your answer is (?:correct|partially correct|incorrect)\.?)?$/i
const combinedFeedback = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback']

function noteLosses(element: XmlElement, losses: Losses) {
  const isLost = (name: string) => {
    const text = getMoodleText(findChild(element, name)).text
    return !defaultFeedback.test(
      text
        .replace(/<[^<>]*>/g, '')
        .replace(/&nbsp;|\s+/g, ' ')
        .trim(),
    )
  }
  if (combinedFeedback.some(isLost)) losses.note(createLoss('feedback'))
  if (listChildren(element, 'hint').some((hint) => getMoodleText(hint).text !== '')) losses.note(createLoss('hints'))
}
