/** Reads the questions of a file. Its format is recognized by its content, whatever its name. */

import { isArchive, readArchive } from './archive.ts'
import { type Document, type Format, readDocument } from './document.ts'
import type { Item } from './item.ts'
import { readPackage } from './packages.ts'
import { PictureStore } from './pictures.ts'
import { limits, type PictureFile } from './question.ts'
import { createFileProblem, FileProblem, type Reason } from './reasons.ts'
import { decodeText } from './text.ts'

export type Reading =
  | { format: Format; items: Item[]; files: PictureFile[]; reason: null }
  /** The file as a whole cannot be read. */
  | { format: null; items: []; files: []; reason: Reason }

/** Returns the questions of the file, each with its verdict, and the pictures that they name. */
export function readQuestions(bytes: Uint8Array): Reading {
  try {
    return readFile(bytes)
  } catch (error) {
    if (error instanceof FileProblem) return { format: null, items: [], files: [], reason: error.reason }
    throw error
  }
}

const megabyte = 1024 * 1024

function readFile(bytes: Uint8Array): Reading {
  if (bytes.length > limits.fileBytes) throw createFileProblem('largeFile', { limit: limits.fileBytes / megabyte })
  const pictures = new PictureStore()
  const { format, items } = readContent(bytes, pictures)
  if (items.length === 0) throw createFileProblem('emptyFile')
  if (items.length > limits.questions) throw createFileProblem('manyQuestions', { limit: limits.questions })
  return { format, items, files: pictures.files, reason: null }
}

const readContent = (bytes: Uint8Array, pictures: PictureStore): Document =>
  isArchive(bytes)
    ? readPackage(readArchive(bytes), pictures)
    : readDocument({ text: decodeText(bytes), pictures, findPicture: () => null })
