import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inspectArchive } from '#adapters/content/archive.ts'
import { inspectImage, resizeImage, UnusableImage } from '#adapters/content/images.ts'
import { detectMimeType, encryptedDocument } from '#adapters/content/mime-type.ts'
import { isText } from '#adapters/content/text.ts'
import type { Context } from '#context.ts'
import { getExtension } from '#core/file-name.ts'
import { invalidFields, type Problem } from '#core/problem.ts'
import { createRandomText } from '#core/random.ts'
import { ReceivedFile } from '#core/received-file.ts'
import type { FileType } from '#database/tables/files.ts'
import type { Sentence } from '#language/sentence.ts'
import { describeFormats, describeLimit, unfitContent } from './file-inspection.ts'
import { type Format, findFormat, findMediaFormat, rules, wholeUpTo } from './file-types.ts'

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
  const { maxBytes, formats } = rules[type]
  if (file.size === 0) throw refuse('The file is empty.')
  if (file.size > maxBytes) throw refuse(describeLimit(rules[type]))
  if (type === 'avatar') return createAvatar(ctx, file, refuse)
  const found = await detectMimeType(file.path)
  if (formats === null) {
    const isBinary = found !== null && !(await isTextFile(file, found))
    return { file, mime_type: isBinary ? found : 'application/octet-stream' }
  }

  const format = findFormat(type, file.filename)
  if (format === null) throw refuse(describeFormats(rules[type]))
  if (found === encryptedDocument) throw refuse('The file is protected by a password. Please send it without one.')
  const named = found !== null && format.signatures.includes(found) ? null : findMediaFormat(type, found)
  const [extension, actual] = named ?? [null, format]
  if (!(await matchesFormat(ctx, file, actual, found))) throw refuse(unfitContent)
  return { file: extension === null ? file : rename(file, extension), mime_type: actual.mime_type }
}

/** Returns the file with the extension of its content. */
const rename = ({ path, filename, size, digest }: ReceivedFile, extension: string) =>
  new ReceivedFile({ path, filename: `${removeExtension(filename)}.${extension}`, size, digest })

async function matchesFormat(
  ctx: Context,
  file: ReceivedFile,
  { signatures, check }: Format,
  found: string | null,
): Promise<boolean> {
  if (check === 'text') return isTextFile(file, found)
  if (found === null || !signatures.includes(found)) return false
  if (check === 'image') return (await inspectImage(file.path, ctx.actor.id).catch(ignoreUnusable)) !== null
  if (check === 'signature') return true
  const archive = await inspectArchive(file.path, file.size)
  return archive !== null && archive.unpacked <= largestUnpacked
}

/** Words such as BMI and ID3 are signatures of binary formats, and a PDF may have no binary byte. */
const isTextFile = async ({ path, size }: ReceivedFile, found: string | null) =>
  found !== 'application/pdf' && size <= wholeUpTo && (await isText(path))

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
  const shrunk = await resizeImage(file.path, avatarSide, ctx.actor.id).catch(ignoreUnusable)
  if (shrunk === null) throw refuse('The picture is damaged, or has too many pixels.')
  if (shrunk.copy === null) throw animated
  const { format, data } = shrunk.copy

  const path = join(await ctx.storage.incoming(), createRandomText(18))
  await writeFile(path, data, { flag: 'wx', mode: 0o600 })
  const extension = format === 'jpeg' ? 'jpg' : 'png'
  const filename = `${removeExtension(file.filename)}.${extension}`
  return { file: new ReceivedFile({ path, filename, size: data.length }), mime_type: `image/${format}` }
}

function removeExtension(filename: string): string {
  const extension = getExtension(filename)
  return extension === '' ? filename : filename.slice(0, -extension.length - 1)
}
