/** Parses XML into a small tree. Document types and their entities are refused; depth and number of elements are limited. */

import { SaxesParser } from 'saxes'
import { limits } from './question.ts'
import { createFileProblem, FileProblem } from './reasons.ts'

export interface XmlElement {
  /** The name without its prefix. */
  name: string
  /** Attributes by their names without prefixes. */
  attributes: Readonly<Record<string, string>>
  children: XmlNode[]
  /** The line in the file, from 1. */
  line: number
  /** Whether the document breaks off within the element. */
  isCutOff: boolean
}
export type XmlNode = XmlElement | string

export interface XmlDocument {
  root: XmlElement
  /** The line at which the document is not well-formed; null when it is. The tree contains what comes before. */
  brokenLine: number | null
}

const omitPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

/** Throws `FileProblem` for a document type, for too many elements, and for a document that is broken before its first element. */
export function parseXml(text: string): XmlDocument {
  const builder = new TreeBuilder()
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  let elements = 0
  parser.on('doctype', (declaration) => {
    // A bare name declares nothing. All else is a definition, or the address of one.
    if (!/^\s*[\w.:-]+\s*$/.test(declaration)) throw createFileProblem('documentType')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > limits.xmlElements || builder.depth >= limits.xmlDepth) throw createFileProblem('largeXml')
    builder.open(omitPrefix(name), attributes, parser.line)
  })
  parser.on('closetag', () => builder.close())
  parser.on('text', (text) => builder.append(text))
  parser.on('cdata', (text) => builder.append(text))
  parser.on('error', (error) => {
    throw error
  })
  const brokenLine = parse(parser, text.trimStart())
  const { root } = builder
  if (root === null) throw createFileProblem('brokenXml', { line: brokenLine ?? 1 })
  return { root, brokenLine }
}

function parse(parser: SaxesParser<{ xmlns: false }>, text: string): number | null {
  try {
    parser.write(text).close()
    return null
  } catch (error) {
    if (error instanceof FileProblem) throw error
    return parser.line
  }
}

class TreeBuilder {
  root: XmlElement | null = null
  readonly #open: XmlElement[] = []

  get depth(): number {
    return this.#open.length
  }

  open(name: string, attributes: Readonly<Record<string, string>>, line: number) {
    const element: XmlElement = {
      name,
      attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [omitPrefix(key), value])),
      children: [],
      line,
      isCutOff: true,
    }
    this.#open.at(-1)?.children.push(element)
    this.root ??= element
    this.#open.push(element)
  }

  close() {
    const element = this.#open.pop()
    if (element !== undefined) element.isCutOff = false
  }

  append(text: string) {
    this.#open.at(-1)?.children.push(text)
  }
}

export const isElement = (node: XmlNode): node is XmlElement => typeof node !== 'string'

/** Returns the elements within the element, one level down; those of the name, if there is one. */
export const listChildren = (element: XmlElement | null | undefined, name?: string): XmlElement[] =>
  (element?.children ?? []).filter(isElement).filter((child) => name === undefined || child.name === name)

export const findChild = (element: XmlElement | null | undefined, name: string): XmlElement | undefined =>
  listChildren(element, name)[0]

/** Returns all elements of the names, at any depth, in the order of the document. Those within one that is found are left out. */
export function listDescendants(element: XmlElement | null | undefined, ...names: string[]): XmlElement[] {
  return listChildren(element).flatMap((child) =>
    names.includes(child.name) ? [child] : listDescendants(child, ...names),
  )
}

export const findDescendant = (element: XmlElement | null | undefined, ...names: string[]): XmlElement | undefined =>
  listDescendants(element, ...names)[0]

/** Returns the text of the element and of all elements within it. */
export const getText = (element: XmlElement | null | undefined): string =>
  (element?.children ?? []).map((node) => (isElement(node) ? getText(node) : node)).join('')

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')

/** Elements of HTML that have no end tag. */
const voidElements = new Set(['br', 'hr', 'img', 'input', 'wbr', 'col', 'source', 'track', 'embed', 'area'])

/** Returns what is within the element as HTML. `write` replaces elements; it returns null for those that stay. */
export function renderHtml(element: XmlElement, write: (element: XmlElement) => string | null = () => null): string {
  return element.children
    .map((node) => {
      if (!isElement(node)) return escapeXml(node)
      return write(node) ?? renderElement(node, write)
    })
    .join('')
}

function renderElement(element: XmlElement, write: (element: XmlElement) => string | null): string {
  const attributes = Object.entries(element.attributes).map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
  const start = `<${element.name}${attributes.join('')}>`
  return voidElements.has(element.name) ? start : `${start}${renderHtml(element, write)}</${element.name}>`
}
