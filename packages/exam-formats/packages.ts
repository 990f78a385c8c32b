/** Reads the questions of an archive: a package of IMS (QTI, Common Cartridge, Canvas), or files of questions with their pictures. */

import type { Archive } from './archive.ts'
import { type Document, type Format, readDocument } from './document.ts'
import type { Item } from './item.ts'
import type { FindPicture, PictureStore } from './pictures.ts'
import { createFileProblem, FileProblem, type Reason, sentences } from './reasons.ts'
import { decodeText } from './text.ts'

const isXml = (path: string) => /\.(?:xml|qti)$/i.test(path)
const isText = (path: string) => /\.(?:gift|txt|csv|json)$/i.test(path)

/** Problems of documents that are no questions at all. */
const foreign: ReadonlySet<string> = new Set([
  sentences.fileProblems.unknownFormat,
  sentences.fileProblems.emptyFile,
  sentences.fileProblems.brokenJson,
])
/** Problems of the whole archive. */
const fatal: ReadonlySet<string> = new Set([sentences.fileProblems.largePictures])

/** Returns the questions of all documents. Texts are read where no XML has questions. Throws `FileProblem` when there are none. */
export function readPackage(archive: Archive, pictures: PictureStore): Document {
  const paths = [...archive.keys()].filter((path) => !isDuplicate(path, archive))
  const xml = readAll(paths.filter(isXml), archive, pictures)
  const found = xml.items.length > 0 ? xml : readAll(paths.filter(isText), archive, pictures)
  const { format, items } = found
  if (format === null || items.length === 0) throw new FileProblem(found.problem ?? emptyArchive().reason)
  return { format, items }
}

const emptyArchive = () => createFileProblem('emptyFile')

/** Canvas writes each quiz twice: as Common Cartridge has it, and completely. */
function isDuplicate(path: string, archive: Archive): boolean {
  const [folder = '', name = ''] = path.split('/')
  return name !== '' && archive.has(`non_cc_assessments/${folder}.xml.qti`)
}

interface PackageContent {
  format: Format | null
  items: Item[]
  /** Why a document could not be read, when there is no other one. */
  problem: Reason | null
}

function readAll(paths: readonly string[], archive: Archive, pictures: PictureStore): PackageContent {
  const found: PackageContent = { format: null, items: [], problem: null }
  for (const path of paths) {
    try {
      const text = decodeText(archive.get(path) ?? new Uint8Array())
      const { format, items } = readDocument({ text, pictures, findPicture: createFinder(path, archive) })
      found.format ??= format
      for (const item of items) found.items.push({ ...item, place: `${path}#${item.place}` })
    } catch (error) {
      if (!(error instanceof FileProblem) || fatal.has(error.reason.template)) throw error
      if (foreign.has(error.reason.template)) continue
      found.problem ??= error.reason
      found.items.push({ place: path, title: '', verdict: 'refused', reasons: [error.reason], question: null })
    }
  }
  return found
}

/** What Canvas writes for the folder of its files. */
const fileBase = /^(?:\$|%24)IMS[-_]CC[-_]FILE_?BASE(?:\$|%24)\/?/i

/** Finds pictures by their path from the document, from the root, or from any folder when only one fits. */
const createFinder = (document: string, archive: Archive): FindPicture => {
  const folder = document.split('/').slice(0, -1)
  return (address) => {
    const path = address.replace(fileBase, '')
    const names = [resolvePath([...folder, ...path.split('/')]), resolvePath(path.split('/')), `web_resources/${path}`]
    const name = names.find((candidate) => archive.has(candidate))
    if (name !== undefined) return archive.get(name) ?? null
    const ending = `/${resolvePath(path.split('/'))}`
    const similar = [...archive.keys()].filter((candidate) => candidate.endsWith(ending))
    return similar.length === 1 ? (archive.get(similar[0] ?? '') ?? null) : null
  }
}

/** Returns the path without `.` and `..`. */
function resolvePath(parts: readonly string[]): string {
  const resolved: string[] = []
  for (const part of parts) {
    if (part === '..') resolved.pop()
    else if (part !== '.' && part !== '') resolved.push(part)
  }
  return resolved.join('/')
}
