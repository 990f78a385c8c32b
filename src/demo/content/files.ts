/** Small real files: documents of one page, and portraits. */

import { crc32, deflateSync } from 'node:zlib'
import { renderPdf } from '@research-platform/documents'

export const createTextFile = (name: string, content: string, type = 'text/markdown') =>
  new File([content], name, { type })

export async function createDocument(name: string, title: string, lines: readonly string[]): Promise<File> {
  const page = {
    size: 'A4',
    title,
    author: title,
    createdAt: '2026-01-15T09:00:00.000Z',
    texts: [title, ...lines],
    language: 'en',
    isRightToLeft: false,
  } as const
  const bytes = await renderPdf(page, ({ write }) => {
    const box = { color: '#1b2230', x: 64, width: 467 } as const
    let y = write(title, { ...box, tag: 'H1', face: 'sansBold', sizes: [20], top: 64 }) + 16
    for (const line of lines) y = write(line, { ...box, tag: 'P', face: 'sans', sizes: [11], top: y }) + 6
  })
  return new File([Uint8Array.from(bytes)], name, { type: 'application/pdf' })
}

/** Each person sends one resume to all posts, by address. */
const resumes = new Map<string, Promise<File>>()

export const getResume = ({ name, email }: { name: string; email: string }, lastName: string): Promise<File> =>
  resumes.getOrInsertComputed(email, () =>
    createDocument(`${lastName}-resume.pdf`, name, [
      email,
      'Education: statistics and data analysis, 2019 to 2024.',
      'Experience: two years of careful work with other people’s data.',
      'Languages: English and one more.',
    ]),
  )

type Colour = readonly [red: number, green: number, blue: number]

const side = 256

/** Creates a portrait: a gradient of two colours. */
export function createPortrait(name: string, from: Colour, to: Colour): File {
  // A point has the color of its diagonal.
  const diagonals = Array.from({ length: 2 * side }, (_, sum) => mixColors(from, to, sum / 2 / side)).flat()
  const createRow = (y: number) => [0, ...diagonals.slice(3 * y, 3 * (y + side))]
  const rows = Uint8Array.from(Array.from({ length: side }, (_, y) => createRow(y)).flat())
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const parts = [
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    encodePngChunk('IHDR', head),
    encodePngChunk('IDAT', deflateSync(rows)),
  ]
  return new File(
    [...parts, encodePngChunk('IEND', Buffer.alloc(0))].map((one) => Uint8Array.from(one)),
    name,
    { type: 'image/png' },
  )
}

const mixColors = (from: Colour, to: Colour, share: number) =>
  from.map((value, index) => Math.round(value + ((to[index] ?? value) - value) * share))

/** Encodes a chunk of a PNG: length, type, data and checksum. */
function encodePngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
