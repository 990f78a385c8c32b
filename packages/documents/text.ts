/** Takes the text out of documents. Strangers decide what that costs, so a service calls it in a limited process. */

import { fileURLToPath } from 'node:url'
import { joinPieces, readLayout } from './layout.ts'
import { listDividedWords } from './soft-hyphens.ts'
import { readDocx } from './word-text.ts'

// Each library is loaded only for its documents, because that takes longer than to read one.

/** What follows is not read: a resume is shorter. */
const maxPages = 50
const maxCharacters = 200_000

const pdfHead = '%PDF-'
const zipHead = 'PK'

/** How the predefined encodings of Chinese, Japanese and Korean fonts are read (`cmaps/LICENSE`). */
const cMapUrl = fileURLToPath(new URL('./cmaps/', import.meta.url))

async function readPdf(document: Uint8Array): Promise<string> {
  const { getDocumentProxy } = await import('unpdf')
  // Larger pictures are not decoded, because only texts are read.
  const pdf = await getDocumentProxy(document, { cMapUrl, cMapPacked: true, verbosity: 0, maxImageSize: 1 })
  let text = ''
  for (let number = 1; number <= Math.min(pdf.numPages, maxPages) && text.length < maxCharacters; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    text += `${joinPieces(items.filter((item) => 'str' in item))}\n`
    for (const word of await listDividedWords(page)) text += `${word}\n`
    for (const annotation of await page.getAnnotations()) text += `${readAnnotation(annotation).join(' ')}\n`
    page.cleanup()
  }
  return text
}

/** What was filled into a form field, and what a comment says. */
const readAnnotation = ({ fieldValue, contentsObj }: { fieldValue?: unknown; contentsObj?: { str?: unknown } }) =>
  [fieldValue, contentsObj?.str].flat().filter((value) => typeof value === 'string')

async function readWord(document: Uint8Array): Promise<string> {
  const bytes = Buffer.from(document)
  if (bytes.subarray(0, 2).toString('latin1') === zipHead) return readDocx(bytes, maxCharacters)
  const { default: WordExtractor } = await import('word-extractor')
  const read = await new WordExtractor().extract(bytes)
  const parts = [read.getBody(), read.getHeaders(), read.getFootnotes(), read.getEndnotes()]
  return [...parts, read.getAnnotations(), read.getTextboxes()].join('\n')
}

/** Returns the beginning of the text; null when there is none. Rejects for a document that cannot be read. */
export async function readText(document: Uint8Array): Promise<string | null> {
  const isPdf = Buffer.from(document.subarray(0, 1_024)).includes(pdfHead)
  const text = await (isPdf ? readPdf(document) : readWord(document))
  return text.trim() === '' ? null : readLayout(text.slice(0, maxCharacters))
}
