import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inspectArchive } from '#adapters/content/archive.ts'
import { inspectImage, shrinkImage, UnusableImage } from '#adapters/content/images.ts'
import { detectMimeType } from '#adapters/content/mime-type.ts'
import { isText } from '#adapters/content/text.ts'
import type { Context } from '#context.ts'
import { getExtension } from '#core/file-name.ts'
import { invalidFields, type Problem } from '#core/problem.ts'
import { randomText } from '#core/random.ts'
import { ReceivedFile } from '#core/received-file.ts'
import type { FileType } from '#database/tables/files.ts'
import type { Sentence } from '#language/sentence.ts'
import { describeFormats, describeLimit, unfitContent } from './arrival.ts'
import { type Format, findFormat, rules } from './file-types.ts'

/** The maximum width and height of an avatar in pixels. */
const avatarSide = 512
/** The maximum unpacked size of a document. */
const largestUnpacked = 512 * 1024 * 1024

export interface CheckedFile {
  file: ReceivedFile
  mime_type: string
}

/** Checks the content against the type and the name. Problems name `field`. */
export async function checkContent(
  ctx: Context,
  file: ReceivedFile,
  type: FileType,
  field: string,
): Promise<CheckedFile> {
  const refuse = (sentence: Sentence) => invalidFields({ [field]: [sentence] })
  const { mostBytes, formats } = rules[type]
  if (file.size === 0) throw refuse('The file is empty.')
  if (file.size > mostBytes) throw refuse(describeLimit(rules[type]))
  if (type === 'avatar') return createAvatar(ctx, file, refuse)
  const found = await detectMimeType(file.path)
  if (formats === null) return { file, mime_type: found ?? 'application/octet-stream' }

  const format = findFormat(type, file.filename)
  if (format === null) throw refuse(describeFormats(rules[type]))
  if (!(await matchesFormat(ctx, file, format, found))) throw refuse(unfitContent)
  return { file, mime_type: format.mime_type }
}

async function matchesFormat(
  ctx: Context,
  file: ReceivedFile,
  { signatures, check }: Format,
  found: string | null,
): Promise<boolean> {
  if (check === 'text') return !isBinary(found) && (await isText(file.path))
  if (found === null || !signatures.includes(found)) return false
  if (check === 'image') return (await inspectImage(file.path, ctx.actor.id).catch(ignoreUnusable)) !== null
  if (check === 'signature') return true
  const archive = await inspectArchive(file.path, file.size)
  return archive !== null && archive.unpacked <= largestUnpacked
}

/** XML formats are text and have signatures. */
const isBinary = (found: string | null) => found !== null && !/^text\/|[/+]xml$|\/rtf$|\/json$/.test(found)

function ignoreUnusable(error: unknown): null {
  if (error instanceof UnusableImage) return null
  throw error
}

/** Re-encodes the picture, so that nothing else of the original file remains. */
async function createAvatar(
  ctx: Context,
  file: ReceivedFile,
  refuse: (sentence: Sentence) => Problem,
): Promise<CheckedFile> {
  const found = await detectMimeType(file.path)
  const formats = Object.values(rules.avatar.formats ?? {})
  if (!formats.some(({ signatures }) => found !== null && signatures.includes(found)))
    throw refuse('The picture must be a JPEG, PNG or WebP image.')
  const animated = refuse('The picture may not be animated.')
  if (found === 'image/apng') throw animated
  const shrunk = await shrinkImage(file.path, avatarSide, ctx.actor.id).catch(ignoreUnusable)
  if (shrunk === null) throw refuse('The picture is damaged, or has too many pixels.')
  if (shrunk.copy === null) throw animated
  const { format, data } = shrunk.copy

  const path = join(await ctx.storage.incoming(), randomText(18))
  await writeFile(path, data, { flag: 'wx', mode: 0o600 })
  const extension = format === 'jpeg' ? 'jpg' : 'png'
  const filename = `${removeExtension(file.filename)}.${extension}`
  return { file: new ReceivedFile({ path, filename, size: data.length }), mime_type: `image/${format}` }
}

function removeExtension(filename: string): string {
  const extension = getExtension(filename)
  return extension === '' ? filename : filename.slice(0, -extension.length - 1)
}
