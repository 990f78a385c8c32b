/** The rules by which elements of HTML become Markdown or plain text. */

import TurndownService, { type HtmlNode } from 'turndown'
import { getContext } from './html-context.ts'
import { decodeAddress } from './pictures.ts'
import { createLoss, type Reason } from './reasons.ts'
import { renderScript } from './scripts.ts'
import { addTableRules } from './table.ts'

const note = (loss: Reason) => getContext()?.note(loss)
const noteElement = (node: HtmlNode) => note(createLoss('elements', { elements: node.nodeName.toLowerCase() }))

/** Elements that are left out with all that is in them; a person sees the loss of these. */
const visibleElements = [
  'audio',
  'video',
  'iframe',
  'object',
  'embed',
  'applet',
  'canvas',
  'svg',
  'form',
  'input',
  'select',
  'textarea',
  'button',
]
/** Elements whose removal changes nothing that a person reads. */
const invisibleElements = ['style', 'link', 'meta', 'title', 'head', 'noscript', 'template', 'script']
/** Elements that carry a meaning in their look, which Markdown has not. Their text stays. */
const styledElements = ['u', 'ruby', 'rt', 'mark', 'ins']

/** Returns the picture in Markdown, or its description when it cannot be shown. */
function renderPicture(node: HtmlNode): string {
  const address = (node.getAttribute('src') ?? '').trim()
  const description = (node.getAttribute('alt') ?? '')
    .replace(/\s+/g, ' ')
    .replace(/[[\]\\]/g, '')
    .trim()
  if (/^https?:\/\/[^\s<>()]+$/i.test(address)) return `![${description}](${address})`
  const name = addPicture(address)
  return name === null ? description : `![${description}](${name})`
}

function addPicture(address: string): string | null {
  const bytes = getContext()?.findPicture(decodeAddress(address)) ?? null
  const label = decodeAddress(address).split('/').at(-1) ?? ''
  if (bytes === null) note(createLoss('missingPicture', { name: label }))
  const name = bytes === null ? null : (getContext()?.pictures.add(label, bytes) ?? null)
  if (bytes !== null && name === null) note(createLoss('unreadablePicture', { name: label }))
  return name
}

/** Returns a formula as the author wrote it in TeX, or else its characters. */
function renderFormula(content: string, node: HtmlNode): string {
  note(createLoss('formulas'))
  const source = findTex(node) ?? node.getAttribute('alttext')
  return source === null ? content.replace(/\s+/g, ' ') : markdown.escape(`\\(${source.trim()}\\)`)
}

const findTex = (node: HtmlNode): string | null =>
  Array.from(node.childNodes).reduce<string | null>((found, child) => {
    if (found !== null) return found
    const isTex = child.nodeName.toLowerCase() === 'annotation' && /tex/i.test(child.getAttribute('encoding') ?? '')
    return isTex ? child.textContent : findTex(child)
  }, null)

function renderLink(content: string, node: HtmlNode): string {
  const address = (node.getAttribute('href') ?? '').trim()
  if (content.trim() === '') return content
  if (/^(?:https?:\/\/|mailto:)[^\s<>()]+$/i.test(address)) return `[${content}](${address})`
  if (address !== '' && !address.startsWith('#')) note(createLoss('links'))
  return content
}

const renderSmallText = (kind: 'sup' | 'sub') => (content: string, node: HtmlNode) => {
  const text = renderScript(node.textContent, kind)
  if (text === null) noteElement(node)
  return text ?? content
}

function createService(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  })
  const cut = (node: HtmlNode) => {
    noteElement(node)
    return ''
  }
  return service
    .addRule('visible', { filter: visibleElements, replacement: (_, node) => cut(node) })
    .addRule('invisible', { filter: invisibleElements, replacement: () => '' })
    .addRule('picture', { filter: 'img', replacement: (_, node) => renderPicture(node) })
    .addRule('formula', { filter: 'math', replacement: renderFormula })
    .addRule('link', { filter: 'a', replacement: renderLink })
    .addRule('sup', { filter: 'sup', replacement: renderSmallText('sup') })
    .addRule('sub', { filter: 'sub', replacement: renderSmallText('sub') })
}

export const markdown = addTableRules(createService(), () => note(createLoss('mergedCells')))
  .addRule('code block', {
    filter: 'pre',
    replacement: (_, { textContent }) => {
      const text = textContent.replace(/^\n/, '')
      const fence = text.includes('```') ? '~~~~' : '```'
      return `\n\n${fence}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n\n`
    },
  })
  .addRule('deleted', { filter: ['del', 's', 'strike'], replacement: (content) => (content ? `~~${content}~~` : '') })
  .addRule('styled', {
    filter: styledElements,
    replacement: (content, node) => {
      noteElement(node)
      return content
    },
  })

const formatting = new Set([
  ...[
    'B',
    'STRONG',
    'I',
    'EM',
    'CODE',
    'PRE',
    'U',
    'MARK',
    'INS',
    'DEL',
    'S',
    'STRIKE',
    'UL',
    'OL',
    'TABLE',
    'BLOCKQUOTE',
  ],
  ...['H1', 'H2', 'H3', 'H4', 'H5', 'H6'],
])
const blocks = new Set([
  'P',
  'DIV',
  'LI',
  'TR',
  'PRE',
  'BLOCKQUOTE',
  'UL',
  'OL',
  'TABLE',
  'BR',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
])
const special = new Set(
  [...visibleElements, ...invisibleElements, 'img', 'sup', 'sub', 'math'].map((name) => name.toUpperCase()),
)

export const plain = createService().addRule('text', {
  filter: ({ nodeName }) => !special.has(nodeName),
  replacement: (content, { nodeName }) => {
    if (formatting.has(nodeName)) note(createLoss('optionFormatting'))
    if (nodeName === 'BR') return '\n'
    const separator = nodeName === 'TD' || nodeName === 'TH' ? ' ' : ''
    return blocks.has(nodeName) ? `\n${content}\n` : `${separator}${content}${separator}`
  },
})
plain.escape = (text) => text
