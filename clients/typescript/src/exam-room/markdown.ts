/**
 * Shows the Markdown of questions: paragraphs, lists, quotations, tables, code, emphasis, links and pictures. Everything else is
 * shown as it is written. Only elements of this file are created, so a text can bring no script and no style.
 */

import { create } from './dom.ts'
import { beginsTable, renderTable } from './tables.ts'

const inline = new RegExp(
  [
    String.raw`\\([!-/:-@[-\x60{-~])`,
    '`([^`\\n]+)`',
    String.raw`\*\*([^*\n]+)\*\*`,
    String.raw`\*([^*\s][^*\n]*)\*`,
    String.raw`!\[([^[\]]*)\]\(([^()\s]+)\)`,
    String.raw`\[([^[\]]+)\]\(([^()\s]+)\)`,
  ].join('|'),
  'g',
)
const picture = /!\[([^[\]]*)\]\(([^()\s]+)\)/g

/** Returns the address if it is one of the web; others run code or reach programs. */
const findAddress = (text: string): string | null => {
  const url = URL.parse(text, document.baseURI)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}

function createPicture(description: string, source: string): Node {
  const address = findAddress(source)
  return address === null ? document.createTextNode(description) : create('img', { src: address, alt: description })
}

function createLink(text: string, target: string): Node {
  const href = findAddress(target)
  if (href === null) return document.createTextNode(text)
  return create('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text)
}

function createInline([, escaped, code, strong, emphasis, alt, source, label, target]: RegExpExecArray): Node {
  if (escaped !== undefined) return document.createTextNode(escaped)
  if (code !== undefined) return create('code', { dir: 'ltr' }, code)
  if (strong !== undefined) return create('strong', {}, ...renderInline(strong))
  if (emphasis !== undefined) return create('em', {}, ...renderInline(emphasis))
  if (source !== undefined) return createPicture(alt ?? '', source)
  return createLink(label ?? '', target ?? '')
}

/** Replaces what matches by nodes and returns the text between as it is. */
function splitText(text: string, pattern: RegExp, replace: (match: RegExpExecArray) => Node): (Node | string)[] {
  const nodes: (Node | string)[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    nodes.push(text.slice(end, match.index), replace(match))
    end = match.index + match[0].length
  }
  nodes.push(text.slice(end))
  return nodes.filter((node) => node !== '')
}

const renderInline = (text: string) => splitText(text, inline, createInline)

const renderLines = (lines: readonly string[]) =>
  lines.flatMap((line, index) => [...(index === 0 ? [] : [create('br')]), ...renderInline(line.trim())])

/** The kinds of blocks, by how their lines begin. */
const blocks: { begins: RegExp; render: (lines: string[]) => HTMLElement }[] = [
  {
    begins: /^#{1,6}\s+/,
    render: (lines) => create('p', { dir: 'auto' }, create('strong', {}, ...renderLines(lines))),
  },
  { begins: /^>\s?/, render: (lines) => create('blockquote', { dir: 'auto' }, ...renderLines(lines)) },
  { begins: /^\s*[-*+]\s+/, render: (lines) => create('ul', { dir: 'auto' }, lines.map(renderItem)) },
  { begins: /^\s*\d{1,9}[.)]\s+/, render: (lines) => create('ol', { dir: 'auto' }, lines.map(renderItem)) },
]

const renderItem = (line: string) => create('li', {}, ...renderInline(line))

const findBlock = (line: string) => blocks.find(({ begins }) => begins.test(line))

/** Renders a text in Markdown as blocks. */
export function renderMarkdown(text: string): HTMLElement[] {
  const rest = text.split('\n')
  const rendered: HTMLElement[] = []
  while (rest.length > 0) {
    const block = takeBlock(rest)
    if (block !== null) rendered.push(block)
  }
  return rendered
}

/** Takes the lines of the next block away. */
function takeBlock(rest: string[]): HTMLElement | null {
  const [first = ''] = rest
  if (first.trim() === '') {
    rest.shift()
    return null
  }
  if (/^(```|~~~)/.test(first)) return takeCode(rest)
  if (beginsTable(rest, 0))
    return renderTable(
      takeWhile(rest, (line) => findBlock(line) === undefined),
      renderInline,
    )
  const kind = findBlock(first)
  const lines = takeWhile(
    rest,
    (line, index) => findBlock(line) === kind && !/^(```|~~~)/.test(line) && !beginsTable(rest, index),
  )
  if (kind !== undefined) return kind.render(lines.map((line) => line.replace(kind.begins, '')))
  return create('p', { dir: 'auto' }, ...renderLines(lines))
}

function takeWhile(rest: string[], belongs: (line: string, index: number) => boolean): string[] {
  const end = rest.findIndex((line, index) => index > 0 && (line.trim() === '' || !belongs(line, index)))
  return rest.splice(0, end === -1 ? rest.length : end)
}

function takeCode(rest: string[]): HTMLElement {
  const fence = rest.shift()?.slice(0, 3) ?? ''
  const end = rest.findIndex((line) => line.startsWith(fence))
  const lines = rest.splice(0, end === -1 ? rest.length : end)
  rest.shift()
  return create('pre', { dir: 'ltr', tabindex: 0 }, create('code', {}, lines.join('\n')))
}

/** Renders a plain text such as an option, whose pictures are written as in Markdown. */
export const renderPlainText = (text: string): HTMLElement =>
  create(
    'span',
    { dir: 'auto' },
    ...splitText(text, picture, ([, alt = '', source = '']) => createPicture(alt, source)),
  )

/** Returns a plain text without its pictures, for places that show no markup. */
export const describePlainText = (text: string): string => text.replace(picture, '$1').trim() || text
