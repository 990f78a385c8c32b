/** The texts of Moodle XML: each has a format, and files that it names by `@@PLUGINFILE@@`. */

import { escapeMarkdown, isHtml, type TextContext, toMarkdown, toPlainText } from '../html.ts'
import type { Losses } from '../item.ts'
import { decodeAddress, type FindPicture } from '../pictures.ts'
import { findChild, getText, isElement, listChildren, renderHtml, type XmlElement } from '../xml.ts'

export interface MoodleText {
  text: string
  format: string
  findPicture: FindPicture
}

/** Returns the text of an element such as `questiontext`, which has it in `text`, or has only the text itself. */
export function getMoodleText(element: XmlElement | null | undefined, inherited = 'html'): MoodleText {
  const holder = findChild(element, 'text') ?? (listChildren(element).length === 0 ? element : null)
  // Tags outside of CDATA are elements of the document.
  const hasElements = holder?.children.some(isElement) === true
  const text = holder === null || holder === undefined ? '' : hasElements ? renderHtml(holder) : getText(holder)
  const format = element?.attributes.format ?? inherited
  return { text: text.trim(), format: format === '' ? inherited : format, findPicture: createFinder(element) }
}

const createFinder =
  (element: XmlElement | null | undefined): FindPicture =>
  (address) => {
    const path = address.replace('@@PLUGINFILE@@', '').replace(/^\/+/, '')
    const file = listChildren(element, 'file').find(({ attributes }) => {
      const folder = (attributes.path ?? '/').replace(/^\/+/, '')
      return `${folder}${attributes.name ?? ''}` === path || decodeAddress(attributes.name ?? '') === path
    })
    return file === undefined ? null : Buffer.from(getText(file), 'base64')
  }

export interface MoodleReader {
  readMarkdown: (text: MoodleText) => string
  readOption: (text: MoodleText) => string
}

/** A question while it is read. */
export interface MoodleQuestion {
  element: XmlElement
  reader: MoodleReader
  losses: Losses
}

export const createMoodleReader = (context: TextContext): MoodleReader => {
  const withFiles = ({ findPicture }: MoodleText): TextContext => ({
    ...context,
    findPicture: (address) => findPicture(address) ?? context.findPicture(address),
  })
  return {
    readMarkdown: (text) => {
      if (text.format === 'markdown') return replacePictures(text, withFiles(text))
      if (isMarkup(text)) return toMarkdown(toHtml(text), withFiles(text))
      return writeLines(text.text)
    },
    readOption: (text) => {
      if (text.format === 'markdown') return replacePictures(text, withFiles(text))
      return isMarkup(text) ? toPlainText(toHtml(text), withFiles(text)) : text.text.trim()
    },
  }
}

const isMarkup = ({ text, format }: MoodleText) => format === 'html' || (format !== 'plain_text' && isHtml(text))

/** In the format `moodle_auto_format` a reader sees the line breaks of the source. */
const toHtml = ({ text, format }: MoodleText) => (format === 'html' ? text : text.replaceAll('\n', '<br>\n'))

const writeLines = (text: string) =>
  text
    .split('\n')
    .map((line) => escapeMarkdown(line.trim()))
    .join('  \n')
    .replace(/(?: {2}\n){2,}/g, '\n\n')

const markdownPicture = /!\[([^[\]]*)\]\(@@PLUGINFILE@@\/([^()\s]*)\)/g

/** Returns Markdown in which pictures have their own names. */
function replacePictures({ text }: MoodleText, context: TextContext): string {
  return text.replace(markdownPicture, (whole, description: string, address: string) => {
    const bytes = context.findPicture(decodeAddress(address))
    const name = bytes === null ? null : context.pictures.add(decodeAddress(address), bytes)
    return name === null ? whole : `![${description}](${name})`
  })
}
