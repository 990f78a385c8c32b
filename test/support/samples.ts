/** Generates small files of every kind. */

import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')
export const html = Buffer.from('<!doctype html><html><script>alert(1)</script></html>')
export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
/** The head of a video, as a camera writes it. */
export const mp4 = Buffer.concat([
  Buffer.from([0, 0, 0, 0x18]),
  Buffer.from('ftypmp42\0\0\0\0mp42isom'),
  Buffer.alloc(64),
])
export const mp3 = Buffer.concat([
  Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'),
  Buffer.from([0xff, 0xfb, 0x90, 0x64]),
  Buffer.alloc(2_000),
])

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })

export const png = (width = 8, height = 8) => plain(width, height).png().toBuffer()
export const jpeg = (width = 8, height = 8) => plain(width, height).jpeg().toBuffer()
export const webp = (width = 8, height = 8) => plain(width, height).webp().toBuffer()
export const gif = (width = 8, height = 8) => plain(width, height).gif().toBuffer()

/** Two different frames. */
export async function createAnimatedPicture(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .toFormat(format, { loop: 0, delay: [100, 100] })
    .toBuffer()
}

/** A PNG of a few kilobytes with a billion pixels. */
export function bombPng(side = 30_000): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * 2_000), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

interface Entry {
  name: string
  data: Buffer
  /** The unpacked size that the archive declares; the real one unless given. */
  unpacked?: number
}

/** An archive of stored entries, APPNOTE.TXT, section 4.3. */
export function zip(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, data, unpacked = data.length } of entries) {
    const title = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt32LE(crc32(data), 14)
    local.writeUInt32LE(data.length, 18)
    local.writeUInt32LE(data.length, 22)
    local.writeUInt16LE(title.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(20, 4)
    central.writeUInt16LE(20, 6)
    central.writeUInt32LE(crc32(data), 16)
    central.writeUInt32LE(data.length, 20)
    central.writeUInt32LE(unpacked, 24)
    central.writeUInt16LE(title.length, 28)
    central.writeUInt32LE(at, 42)
    parts.push(local, title, data)
    directory.push(central, title)
    at += local.length + title.length + data.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}

const wordTypes = Buffer.from(
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
)

/** A Word document; `unpacked` is the declared size of one of its entries, `body` what it contains. */
export const docx = (unpacked?: number, body = '<document/>') =>
  zip([
    { name: '[Content_Types].xml', data: wordTypes },
    { name: 'word/document.xml', data: Buffer.from(body), ...(unpacked ? { unpacked } : {}) },
  ])

/** A compound file (MS-CFB) with empty streams of these names at the root, and one that is embedded in a storage. */
export function compoundFile(streams: readonly string[], embedded = 'Workbook'): Buffer {
  const noSector = 0xffffffff
  const header = Buffer.alloc(512)
  header.write('d0cf11e0a1b11ae1', 'hex')
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(4_096, 56)
  for (const at of [60, 68]) header.writeUInt32LE(0xfffffffe, at)
  for (let at = 76; at < 512; at += 4) header.writeUInt32LE(at === 76 ? 0 : noSector, at)

  const entry = (name: string, type: number, { left = noSector, right = noSector, child = noSector }) => {
    const bytes = Buffer.alloc(128)
    bytes.write(name, 'utf16le')
    bytes.writeUInt16LE(2 * name.length + 2, 64)
    bytes[66] = type
    bytes[67] = 1
    for (const [index, place] of [left, right, child].entries()) bytes.writeUInt32LE(place, 68 + 4 * index)
    bytes.writeUInt32LE(0xfffffffe, 116)
    return bytes
  }
  // The root, a storage with one stream, and the streams as a list of siblings.
  const entries = [
    entry('Root Entry', 5, { child: 1 }),
    entry('ObjectPool', 1, { child: 2, ...(streams.length > 0 ? { right: 3 } : {}) }),
    entry(embedded, 2, {}),
    ...streams.map((name, index) => entry(name, 2, index + 1 < streams.length ? { right: index + 4 } : {})),
  ]
  const sectors = Math.ceil(entries.length / 4)
  const directory = Buffer.concat([...entries, Buffer.alloc(128 * (4 * sectors - entries.length))])
  const table = Buffer.alloc(512, 0xff)
  table.writeUInt32LE(0xfffffffd, 0)
  for (let sector = 1; sector <= sectors; sector++)
    table.writeUInt32LE(sector === sectors ? 0xfffffffe : sector + 1, 4 * sector)
  return Buffer.concat([header, table, directory])
}
