import assert from 'node:assert/strict'
import { renderPdf } from '@research-platform/documents'
import { readText } from '@research-platform/documents/text'

const texts = ['On the Analytical Engine', 'بقلم آدا لوفلايس']
const page = {
  size: 'A4',
  title: 'Notes',
  author: 'Ada Lovelace',
  createdAt: '2026-01-01T00:00:00Z',
  texts,
  language: 'en',
  isRightToLeft: false,
} as const
const pdf = await renderPdf(page, ({ write }) => {
  const box = { tag: 'P', face: 'serif', color: '#000000', x: 60, width: 400, sizes: [14] } as const
  let top = 60
  for (const text of texts) top = write(text, { ...box, top })
})

assert.match((await readText(new Uint8Array(pdf))) ?? '', /On the Analytical Engine/)
