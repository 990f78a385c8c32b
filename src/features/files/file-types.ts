import { getExtension, jpegExtensions } from '#core/file-name.ts'
import type { FileType } from '#database/tables/files.ts'

const megabyte = 1024 * 1024
const gigabyte = 1024 * megabyte

/** A format, by the extension of the name. */
export interface Format {
  mime_type: string
  /** The types that the content may have; none for text, which has no signature. */
  signatures: readonly string[]
  check: 'text' | 'archive' | 'image' | 'signature'
}

export interface Rule {
  /** The maximum size in bytes, and as text. */
  maxBytes: number
  most: string
  /** The accepted formats by their extension; null for any format. */
  formats: Readonly<Record<string, Format>> | null
}

const signatureFormat = (mime_type: string, ...others: string[]): Format => ({
  mime_type,
  signatures: [mime_type, ...others],
  check: 'signature',
})
const imageFormat = (mime_type: string, ...others: string[]): Format => ({
  ...signatureFormat(mime_type, ...others),
  check: 'image',
})
const archiveFormat = (mime_type: string): Format => ({ ...signatureFormat(mime_type), check: 'archive' })
const textFormat = (mime_type: string): Format => ({ mime_type, signatures: [], check: 'text' })

const office = 'application/vnd.openxmlformats-officedocument'

const papers = {
  pdf: signatureFormat('application/pdf'),
  doc: signatureFormat('application/msword'),
  docx: archiveFormat(`${office}.wordprocessingml.document`),
}
const photos = {
  ...Object.fromEntries(jpegExtensions.map((extension) => [extension, imageFormat('image/jpeg')])),
  png: imageFormat('image/png', 'image/apng'),
  webp: imageFormat('image/webp'),
}

/** Sizes and formats: product decisions, section 10. */
export const rules: Readonly<Record<FileType, Rule>> = {
  document: {
    maxBytes: 25 * megabyte,
    most: '25 MB',
    formats: {
      ...papers,
      xls: signatureFormat('application/vnd.ms-excel'),
      xlsx: archiveFormat(`${office}.spreadsheetml.sheet`),
      ppt: signatureFormat('application/vnd.ms-powerpoint'),
      pptx: archiveFormat(`${office}.presentationml.presentation`),
      odt: archiveFormat('application/vnd.oasis.opendocument.text'),
      txt: textFormat('text/plain'),
      md: textFormat('text/markdown'),
      csv: textFormat('text/csv'),
      json: textFormat('application/json'),
    },
  },
  image: { maxBytes: 10 * megabyte, most: '10 MB', formats: { ...photos, gif: imageFormat('image/gif') } },
  video: {
    maxBytes: gigabyte,
    most: '1 GB',
    formats: {
      mp4: signatureFormat('video/mp4', 'video/x-m4v'),
      webm: signatureFormat('video/webm'),
      mov: signatureFormat('video/quicktime'),
    },
  },
  audio: {
    maxBytes: 100 * megabyte,
    most: '100 MB',
    formats: {
      mp3: signatureFormat('audio/mpeg'),
      m4a: signatureFormat('audio/mp4', 'audio/x-m4a', 'video/mp4'),
      wav: signatureFormat('audio/wav', 'audio/x-wav', 'audio/vnd.wave'),
      ogg: signatureFormat('audio/ogg', 'application/ogg'),
      webm: signatureFormat('audio/webm', 'video/webm'),
    },
  },
  avatar: { maxBytes: 5 * megabyte, most: '5 MB', formats: photos },
  resume: { maxBytes: 10 * megabyte, most: '10 MB', formats: papers },
  project_file: { maxBytes: 5 * gigabyte, most: '5 GB', formats: null },
}

/** Only the signature of larger files is checked; other checks need the file in one piece. */
export const wholeUpTo = Math.max(
  ...Object.values(rules).map(({ maxBytes, formats }) =>
    Object.values(formats ?? {}).some(({ check }) => check !== 'signature') ? maxBytes : 0,
  ),
)

export const largestFile = rules.project_file.maxBytes

/** Parses a file type or a MIME type; null when it is neither. */
export function parseFileType(input: string): FileType | null {
  if (isFileType(input)) return input
  const [mime = ''] = input.toLowerCase().split(';')
  if (!/^[a-z]+\/[\w.+-]+$/.test(mime)) return null
  const acceptsMimeType = (type: FileType) =>
    Object.values(rules[type].formats ?? {}).some(({ mime_type }) => mime_type === mime.trim())
  return (['document', 'image', 'video', 'audio'] as const).find(acceptsMimeType) ?? 'project_file'
}

/** Guesses the file type by the extension of the name; `document` for an unknown one. */
export const detectFileType = (filename: string): FileType =>
  (['document', 'image', 'video', 'audio'] as const).find((type) => findFormat(type, filename) !== null) ?? 'document'

/**
 * Returns the extension and the format of the detected content. Pictures and recordings are often misnamed, and the
 * content says what they are; a document has to be what its name says.
 */
export function findMediaFormat(type: FileType, found: string | null): [extension: string, format: Format] | null {
  if (found === null || !media.has(type)) return null
  return Object.entries(rules[type].formats ?? {}).find(([, { signatures }]) => signatures.includes(found)) ?? null
}

const media: ReadonlySet<FileType> = new Set(['image', 'video', 'audio'])

const isFileType = (word: string): word is FileType => Object.hasOwn(rules, word)

/** Returns the format of the name; null when the type does not accept it. */
export function findFormat(type: FileType, filename: string): Format | null {
  const { formats } = rules[type]
  const extension = getExtension(filename)
  if (formats !== null) return Object.hasOwn(formats, extension) ? (formats[extension] ?? null) : null
  return anything
}

const anything: Format = { mime_type: 'application/octet-stream', signatures: [], check: 'signature' }
