/**
 * Reads the directory of a compound file (MS-CFB), because documents of Word, workbooks, slides, installers and encrypted
 * documents are all such files. Nothing of their content is read.
 */

import { type FileHandle, open } from 'node:fs/promises'

// MS-CFB, section 2.2 and 2.6.1.
const headerLength = 512
const entryLength = 128
const fatSectorsInHeader = 109
const lastSector = 0xfffffffa
const noEntry = 0xffffffff
/** The directory of a document has some kilobytes; what follows is not read. */
const largestDirectory = 1024 * 1024
/** Sectors that list the allocation table of the largest document that is accepted, and some more. */
const maxLists = 64

/** Returns the names of the streams and storages at the root; null when the directory cannot be read. */
export async function listRootEntries(path: string): Promise<string[] | null> {
  const file = await open(path)
  try {
    const directory = await readDirectory(file)
    return directory === null ? null : listChildren(directory)
  } finally {
    await file.close()
  }
}

async function readDirectory(file: FileHandle): Promise<Buffer | null> {
  const header = await read(file, 0, headerLength)
  if (header.length < headerLength) return null
  const shift = header.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return null
  const sectorLength = 2 ** shift
  const perSector = sectorLength / 4
  const readSector = (sector: number) => read(file, (sector + 1) * sectorLength, sectorLength)

  const sectors: Buffer[] = []
  const seen = new Set<number>()
  for (let sector = header.readUInt32LE(48); sector < lastSector; ) {
    if (seen.has(sector) || seen.size * sectorLength >= largestDirectory) return null
    seen.add(sector)
    sectors.push(await readSector(sector))
    const place = Math.floor(sector / perSector)
    const fat = await findFatSector(header, place, perSector, readSector)
    const table = fat === null ? Buffer.of() : await readSector(fat)
    const at = (sector % perSector) * 4
    if (at + 4 > table.length) return null
    sector = table.readUInt32LE(at)
  }
  return Buffer.concat(sectors)
}

/** The header lists the first sectors of the allocation table, and a chain of sectors the others. */
async function findFatSector(
  header: Buffer,
  place: number,
  perSector: number,
  readSector: (sector: number) => Promise<Buffer>,
): Promise<number | null> {
  if (place < fatSectorsInHeader) return header.readUInt32LE(76 + 4 * place)
  let left = place - fatSectorsInHeader
  let sector = header.readUInt32LE(68)
  for (let hops = 0; sector < lastSector && hops < maxLists; hops++) {
    const list = await readSector(sector)
    if (list.length < perSector * 4) return null
    if (left < perSector - 1) return list.readUInt32LE(4 * left)
    left -= perSector - 1
    sector = list.readUInt32LE(4 * (perSector - 1))
  }
  return null
}

/** The entries below the root are a tree of siblings. Embedded objects have streams of the same names deeper down. */
function listChildren(directory: Buffer): string[] {
  const names: string[] = []
  const count = Math.floor(directory.length / entryLength)
  const waiting = count === 0 ? [] : [directory.readUInt32LE(76)]
  const seen = new Set<number>([noEntry])
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (seen.has(index) || index >= count) continue
    seen.add(index)
    const entry = directory.subarray(index * entryLength, (index + 1) * entryLength)
    const length = Math.min(64, Math.max(2, entry.readUInt16LE(64)))
    names.push(entry.toString('utf16le', 0, length - 2))
    waiting.push(entry.readUInt32LE(68), entry.readUInt32LE(72))
  }
  return names
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
