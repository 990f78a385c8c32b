import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { limits, type PictureFile } from '@research-platform/exam-formats/rules'
import { ObjectMissing } from '#adapters/storage/storage.ts'
import { type Context, runInTransaction } from '#context.ts'
import { getExtension } from '#core/file-name.ts'
import { createFieldProblem, Problem } from '#core/problem.ts'
import { createRandomText } from '#core/random.ts'
import { ReceivedFile } from '#core/received-file.ts'
import { checkContent, findPublicFiles, getPublicFileUrl, receiveFile, removeFiles } from '#features/files/index.ts'
import { fill } from '#language/sentence.ts'

const picture = /!\[([^[\]]*)\]\(([^()\s]+)\)/g

/** Returns the addresses and names of the pictures in a text. */
export const listPictureNames = (text: string): string[] =>
  Array.from(text.matchAll(picture), ([, , name = '']) => name)

/** Returns the text with other names of pictures. One that is null is replaced by its description; unknown ones stay. */
export const renamePictures = (text: string, names: ReadonlyMap<string, string | null>): string =>
  text.replace(picture, (whole, description: string, name: string) => {
    const renamed = names.get(name)
    if (renamed === undefined) return whole
    return renamed === null ? description : `![${description}](${renamed})`
  })

/** A picture of an imported file on the local disk; null when it is damaged or too large. */
export interface ArrivedPicture {
  name: string
  file: ReceivedFile | null
}

/** Writes the pictures to the local disk, and checks them. */
export async function receivePictures(ctx: Context, files: readonly PictureFile[]): Promise<ArrivedPicture[]> {
  const arrived: ArrivedPicture[] = []
  for (const { name, bytes } of files) {
    const path = join(await ctx.storage.incoming(), createRandomText(18))
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
    const received = new ReceivedFile({ path, filename: name, size: bytes.length })
    arrived.push({ name, file: (await isUsable(ctx, received)) ? received : null })
  }
  return arrived
}

async function isUsable(ctx: Context, file: ReceivedFile): Promise<boolean> {
  try {
    await checkContent(ctx, file, 'image', 'file')
    return true
  } catch (error) {
    if (error instanceof Problem && error.status === 422) return false
    throw error
  }
}

/** An address of the length that the one of a stored picture has. */
export const createSampleUrl = (ctx: Context, name: string): string =>
  getPublicFileUrl(ctx, { key: `public/${createRandomText(24)}.${getExtension(name)}` })

interface StoredPictures {
  ids: number[]
  urls: Map<string, string>
}

/** Stores pictures as files of the actor, and runs the work with their addresses. When either fails, no picture remains. */
export async function withStoredPictures<Result>(
  ctx: Context,
  pictures: readonly ArrivedPicture[],
  work: (urls: ReadonlyMap<string, string>) => Promise<Result>,
): Promise<Result> {
  const stored: StoredPictures = { ids: [], urls: new Map() }
  try {
    for (const { name, file } of pictures) if (file !== null) await storePicture(ctx, name, file, stored)
    return await work(stored.urls)
  } catch (error) {
    await runInTransaction(ctx, (tx) => removeFiles(tx, stored.ids))
    throw error
  }
}

async function storePicture(ctx: Context, name: string, file: ReceivedFile, stored: StoredPictures): Promise<void> {
  const keeping = { type: 'image', area: 'public', purpose: 'upload' } as const
  const { id, url } = await receiveFile(ctx, file, keeping, async (tx, { id, key }) => ({
    id,
    url: getPublicFileUrl(tx, { key }),
  }))
  stored.ids.push(id)
  stored.urls.set(name, url)
}

/** Bytes of all pictures of an export together. */
const maxExported = 20 * 1024 * 1024
const tooManyPictures = createFieldProblem(
  'format',
  fill('The pictures of the file have more than {limit} MB.', { limit: maxExported / 1024 / 1024 }),
)

const types: Readonly<Record<string, PictureFile['type']>> = {
  'image/png': 'image/png',
  'image/jpeg': 'image/jpeg',
  'image/gif': 'image/gif',
  'image/webp': 'image/webp',
}

interface LoadedPictures {
  files: PictureFile[]
  /** The names in the export, by address. */
  names: Map<string, string>
}

/** Reads the public pictures of this service that texts name. Others keep their addresses. */
export async function loadPictures(ctx: Context, addresses: readonly string[]): Promise<LoadedPictures> {
  const found = await findPublicFiles(ctx, addresses)
  const loaded: LoadedPictures = { files: [], names: new Map() }
  let size = 0
  for (const [address, file] of found) {
    const type = types[file.mime_type]
    size += type === undefined ? 0 : file.size
    if (size > Math.min(maxExported, limits.pictureBytes)) throw tooManyPictures
    const bytes = type === undefined ? null : await readObject(ctx, file.key)
    if (type === undefined || bytes === null) continue
    const name = `picture-${loaded.files.length + 1}.${getExtension(file.key)}`
    loaded.files.push({ name, type, bytes })
    loaded.names.set(address, name)
  }
  return loaded
}

async function readObject(ctx: Context, key: string): Promise<Uint8Array | null> {
  try {
    return await buffer(await ctx.storage.open(key))
  } catch (error) {
    // A missing file does not fail the export.
    if (!(error instanceof ObjectMissing)) throw error
    ctx.log.error({ key }, 'question picture missing')
    return null
  }
}
