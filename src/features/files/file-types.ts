import { getExtension } from '#core/file-name.ts'
import type { FileType } from '#database/tables/files.ts'

const megabyte = 1024 * 1024
const gigabyte = 1024 * megabyte

/** What a name with an extension promises. */
export interface Format {
  mime_type: string
  /** What the bytes may turn out to be; none for texts, which have no signature. */
  signatures: readonly string[]
  check: 'text' | 'archive' | 'image' | 'signature'
}

export interface Rule {
  /** The largest size in bytes, and as people say it. */
  mostBytes: number
  most: string
  /** By extension; null for anything. */
  formats: Readonly<Record<string, Format>> | null
}

const signed = (mime_type: string, ...others: string[]): Format => ({
  mime_type,
  signatures: [mime_type, ...others],
  check: 'signature',
})
const image = (mime_type: string, ...others: string[]): Format => ({
  ...signed(mime_type, ...others),
  check: 'image',
})
const archive = (mime_type: string): Format => ({ ...signed(mime_type), check: 'archive' })
const text = (mime_type: string): Format => ({ mime_type, signatures: [], check: 'text' })

const office = 'application/vnd.openxmlformats-officedocument'
const compound = 'application/x-cfb'

const papers = {
  pdf: signed('application/pdf'),
  doc: signed('application/msword', compound),
  docx: archive(`${office}.wordprocessingml.document`),
}
const photos = {
  jpg: image('image/jpeg'),
  jpeg: image('image/jpeg'),
  png: image('image/png', 'image/apng'),
  webp: image('image/webp'),
}

/** Sizes and formats: product decisions, section 10. */
export const rules: Readonly<Record<FileType, Rule>> = {
  document: {
    mostBytes: 25 * megabyte,
    most: '25 MB',
    formats: {
      ...papers,
      xls: signed('application/vnd.ms-excel', compound),
      xlsx: archive(`${office}.spreadsheetml.sheet`),
      ppt: signed('application/vnd.ms-powerpoint', compound),
      pptx: archive(`${office}.presentationml.presentation`),
      odt: archive('application/vnd.oasis.opendocument.text'),
      txt: text('text/plain'),
      md: text('text/markdown'),
      csv: text('text/csv'),
      json: text('application/json'),
    },
  },
  image: { mostBytes: 10 * megabyte, most: '10 MB', formats: { ...photos, gif: image('image/gif') } },
  video: {
    mostBytes: gigabyte,
    most: '1 GB',
    formats: {
      mp4: signed('video/mp4', 'video/x-m4v'),
      webm: signed('video/webm'),
      mov: signed('video/quicktime'),
    },
  },
  audio: {
    mostBytes: 100 * megabyte,
    most: '100 MB',
    formats: {
      mp3: signed('audio/mpeg'),
      m4a: signed('audio/mp4', 'audio/x-m4a', 'video/mp4'),
      wav: signed('audio/wav', 'audio/x-wav', 'audio/vnd.wave'),
      ogg: signed('audio/ogg', 'application/ogg'),
      webm: signed('audio/webm', 'video/webm'),
    },
  },
  avatar: { mostBytes: 5 * megabyte, most: '5 MB', formats: photos },
  resume: { mostBytes: 10 * megabyte, most: '10 MB', formats: papers },
  project_file: { mostBytes: 5 * gigabyte, most: '5 GB', formats: null },
}

/** Of larger files only the signature is looked at; checks that need more need the file in one piece. */
export const wholeUpTo = Math.max(
  ...Object.values(rules).map(({ mostBytes, formats }) =>
    Object.values(formats ?? {}).some(({ check }) => check !== 'signature') ? mostBytes : 0,
  ),
)

export const largestFile = rules.project_file.mostBytes

/** The word itself, or what a MIME type belongs to; null when the text is neither. */
export function fileTypeOf(given: string): FileType | null {
  if (isFileType(given)) return given
  const [mime = ''] = given.toLowerCase().split(';')
  if (!/^[a-z]+\/[\w.+-]+$/.test(mime)) return null
  const holds = (type: FileType) =>
    Object.values(rules[type].formats ?? {}).some(({ mime_type }) => mime_type === mime.trim())
  return (['document', 'image', 'video', 'audio'] as const).find(holds) ?? 'project_file'
}

/** What a name says a file is: a video by its `.mp4`, say. Where it says nothing we know, a document, which it is not. */
export const fileTypeNamed = (filename: string): FileType =>
  (['document', 'image', 'video', 'audio'] as const).find((type) => formatOf(type, filename) !== null) ??
  'document'

const isFileType = (word: string): word is FileType => Object.hasOwn(rules, word)

/** What a name promises under the type; null when the type does not take such names. */
export function formatOf(type: FileType, filename: string): Format | null {
  const { formats } = rules[type]
  const extension = getExtension(filename)
  if (formats !== null) return Object.hasOwn(formats, extension) ? (formats[extension] ?? null) : null
  return anything
}

const anything: Format = { mime_type: 'application/octet-stream', signatures: [], check: 'signature' }
