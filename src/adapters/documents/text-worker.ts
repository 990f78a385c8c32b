/** The thread that reads one document. */

import { parentPort, workerData } from 'node:worker_threads'

// Each library is loaded only for its documents, because that takes longer than to read one.

/** What follows is not read: a resume is shorter. */
const mostPages = 50
const mostCharacters = 200_000

const pdfHead = '%PDF-'

async function readPdf(document: Uint8Array): Promise<string> {
  const { getDocumentProxy } = await import('unpdf')
  const pdf = await getDocumentProxy(document, { verbosity: 0 })
  let text = ''
  for (let number = 1; number <= Math.min(pdf.numPages, mostPages) && text.length < mostCharacters; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
    text += '\n'
    page.cleanup()
  }
  return text
}

async function readWord(document: Uint8Array): Promise<string> {
  const { default: WordExtractor } = await import('word-extractor')
  const read = await new WordExtractor().extract(Buffer.from(document))
  return `${read.getBody()}\n${read.getTextboxes()}`
}

async function read(document: Uint8Array): Promise<string | null> {
  const isPdf = Buffer.from(document.subarray(0, 1_024)).includes(pdfHead)
  const text = await (isPdf ? readPdf(document) : readWord(document))
  return text.trim() === '' ? null : text.slice(0, mostCharacters)
}

const text = await read(workerData).catch(() => null)
parentPort?.postMessage({ text })
