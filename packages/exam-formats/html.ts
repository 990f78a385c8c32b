/** Turns HTML into Markdown or into plain text, and notes what neither can express. */

import { type TextContext, withContext } from './html-context.ts'
import { markdown, plain } from './html-rules.ts'
import { readDataAddress } from './pictures.ts'
import { limits } from './question.ts'
import { createRefusal } from './reasons.ts'

export type { TextContext } from './html-context.ts'

/** The pictures within a text are taken out before it is parsed. */
const dataUrl = /data:image\/[a-z+.-]{1,20};base64,[a-z\d+/=\s]*/gi

const tag = /<(\/?)([a-z][a-z0-9]*)/gi
/** Elements that need no end tag. */
const openEnded = new Set([
  'area',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
  'p',
  'li',
  'td',
  'th',
  'tr',
  'dt',
  'dd',
])

/** Returns how deep elements are within each other at most. The parser of HTML takes quadratic time for deep ones. */
function countNestedElements(html: string): number {
  let [depth, deepest] = [0, 0]
  for (const [, slash, name = ''] of html.matchAll(tag)) {
    if (openEnded.has(name.toLowerCase())) continue
    depth = slash === '' ? depth + 1 : Math.max(0, depth - 1)
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** Returns the text of a single paragraph without any markup, which is most of what options and feedback are; null for other HTML. */
function findOnlyText(html: string): string | null {
  const whole = html.trim()
  const isParagraph = whole.startsWith('<p>') && whole.endsWith('</p>')
  const text = isParagraph ? whole.slice(3, -4) : whole
  return /[<>&\u00a0]/.test(text) || text.length > limits.htmlCharacters ? null : text.replace(/\s+/g, ' ').trim()
}

function convert(service: typeof markdown, html: string, input: TextContext): string {
  const text = findOnlyText(html)
  if (text !== null) return service.escape(text)
  const dataPictures = new Map<string, Uint8Array>()
  const short = html.replace(dataUrl, (address) => {
    const name = `data-${dataPictures.size + 1}`
    dataPictures.set(name, readDataAddress(address) ?? new Uint8Array())
    return name
  })
  if (short.length > limits.htmlCharacters || countNestedElements(short) > limits.htmlDepth)
    throw createRefusal('longHtml')
  const context: TextContext = {
    ...input,
    findPicture: (address) => dataPictures.get(address) ?? input.findPicture(address),
  }
  try {
    return withContext(context, () => service.turndown(short).replaceAll('\u00a0', ' '))
  } catch (error) {
    // Elements within each other beyond what the stack can contain.
    if (error instanceof RangeError) throw createRefusal('longHtml')
    throw error
  }
}

/** Returns the HTML as Markdown. Throws `Refusal` for a text that is too long. */
export const toMarkdown = (html: string, input: TextContext): string => omitEmptyLines(convert(markdown, html, input))

/** Line breaks in otherwise empty blocks leave lines of spaces. In code they have a meaning. */
const omitEmptyLines = (text: string) =>
  /```|~~~/.test(text) ? text : text.replace(/\n(?:[ ]*\n){2,}/g, '\n\n').trim()

/** Returns the text of the HTML, with a line for each block; a picture is written as Markdown writes it. Throws `Refusal` for a text that is too long. */
export const toPlainText = (html: string, input: TextContext): string => trimLines(convert(plain, html, input))

/** Returns the text without spaces at the ends of its lines and without empty lines. */
const trimLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

/** Returns a plain text as Markdown that shows the same. */
export const escapeMarkdown = (text: string): string => markdown.escape(text)

/** Whether a text that may be plain contains HTML. */
export const isHtml = (text: string): boolean =>
  /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>|&(?:#\d+|#x[\da-f]+|[a-z]+);/i.test(text)
