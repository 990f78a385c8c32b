/**
 * Takes the text out of a DOCX: of its body, headers, footers, notes, comments, text boxes, diagrams and form fields. Written
 * here, because the package that reads DOC omits some of them and joins lines.
 */

import { inflateRawSync } from 'node:zlib'

/** Bytes that all parts may unpack to together. */
const maxUnpacked = 64 * 1024 * 1024

// APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16.
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localHeaderLength = 30
const entryLength = 46
const endLength = 22
const deflated = 8

interface Part {
  name: string
  method: number
  packed: number
  start: number
}

/** Parts with text that a reader of the document sees, in this order. Other programs than Word number them. */
const order = ['document', 'header', 'footer', 'footnotes', 'endnotes', 'comments', 'data', 'drawing', 'chart']
const partName = new RegExp(`(?:^|/)(${order.join('|')})\\d*\\.xml$`, 'i')

/** Returns the text of a DOCX. Throws when it cannot be read. */
export function readDocx(document: Buffer, maxCharacters: number): string {
  const parts = listParts(document)
    .map((part) => ({ part, rank: order.indexOf(partName.exec(part.name)?.[1]?.toLowerCase() ?? '') }))
    .filter(({ rank }) => rank !== -1)
    .toSorted((one, other) => one.rank - other.rank)
  let text = ''
  let left = maxUnpacked
  for (const { part } of parts) {
    if (text.length >= maxCharacters) break
    const xml = unpack(document, part, left)
    left -= xml.length
    text += `${readXmlText(decodeXml(xml))}\n`
  }
  return text
}

function listParts(archive: Buffer): Part[] {
  let end = archive.length - endLength
  while (end >= 0 && archive.readUInt32LE(end) !== endSignature) end--
  if (end < 0) throw new Error('The document is no archive.')
  const parts: Part[] = []
  let at = archive.readUInt32LE(end + 16)
  while (at + entryLength <= archive.length && archive.readUInt32LE(at) === entrySignature) {
    const length = archive.readUInt16LE(at + 28)
    parts.push({
      name: archive.toString('utf8', at + entryLength, at + entryLength + length),
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
      start: archive.readUInt32LE(at + 42),
    })
    at += entryLength + length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return parts
}

function unpack(archive: Buffer, { method, packed, start }: Part, most: number): Buffer {
  const from = start + localHeaderLength + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
  const bytes = archive.subarray(from, from + packed)
  return method === deflated ? inflateRawSync(bytes, { maxOutputLength: Math.max(1, most) }) : bytes
}

const decodeXml = (xml: Buffer) =>
  new TextDecoder(xml[0] === 0xff ? 'utf-16le' : xml[0] === 0xfe ? 'utf-16be' : 'utf-8').decode(xml)

/** A tag, with the name without its prefix, or a piece of text. Linear, because neither can contain another tag. */
const token = /<(\/?)(?:[\w.-]+:)?([\w.-]+)(?![\w.-])([^<>]*)>|[^<]+|</g

/** What elements stand for. Deleted text and the instructions of fields are in elements of other names. */
const meanings: Readonly<Record<string, string>> = {
  tab: '\t',
  ptab: '\t',
  br: '\n',
  cr: '\n',
  noBreakHyphen: '-',
  softHyphen: '\u00ad',
}
/** Elements of form fields with a text as an attribute: defaults, entries of lists. */
const fields: Readonly<Record<string, RegExp>> = {
  default: /\bval="([^"]*)"/,
  listEntry: /\bval="([^"]*)"/,
  listItem: /\bdisplayText="([^"]*)"/,
}

/** What ends with an element. */
const ends: Readonly<Record<string, string>> = { p: '\n', pt: '\n', tr: '\n', tc: '\t' }
/** Elements with text: of WordprocessingML and DrawingML, and of charts. */
const texts = new Set(['t', 'v'])
/** Elements in which `tab` is the position of one. */
const settings = new Set(['tabs'])

/** Returns the text of a part, with a line for each paragraph. */
function readXmlText(xml: string): string {
  let text = ''
  let parent = ''
  for (const [whole, slash = '', name, attributes = ''] of xml.matchAll(token)) {
    if (name === undefined) text += texts.has(parent) ? decodeEntities(whole) : ''
    else if (texts.has(name) || settings.has(name)) parent = isClosing(slash, attributes) ? '' : name
    else text += readElement(name, { isEnd: slash === '/', isSetting: settings.has(parent), attributes })
  }
  return text
}

const isClosing = (slash: string, attributes: string) => slash === '/' || attributes.endsWith('/')

interface Element {
  isEnd: boolean
  isSetting: boolean
  attributes: string
}

function readElement(name: string, { isEnd, isSetting, attributes }: Element): string {
  if (isEnd) return ends[name] ?? ''
  return isSetting ? '' : (meanings[name] ?? readField(name, attributes))
}

function readField(name: string, attributes: string): string {
  const found = fields[name]?.exec(attributes)?.[1]
  return found === undefined ? '' : ` ${decodeEntities(found)} `
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
