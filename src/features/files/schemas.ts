import { type Static, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import type { ReceivedFile } from '#core/received-file.ts'
import { nullable, withCondition, withDescription } from '#core/schema.ts'
import { FileField, Form } from '#http/forms.ts'
import { inspectArrival } from './file-inspection.ts'
import { largestFile, parseFileType, rules } from './file-types.ts'
import { FileType, fileRecord } from './record.ts'

const { id, filename, size, mime_type, uploaded_at } = fileRecord.answer

export const UploadedFile = Type.Object(
  {
    id,
    url: Type.String({ description: 'The address of the file.' }),
    filename,
    size,
    mime_type,
    uploaded_at,
  },
  { title: 'UploadedFile' },
)
export type UploadedFile = Static<typeof UploadedFile>

const Folder = nullable(
  Type.String({
    pattern: '^[A-Za-z0-9_-]{1,50}(/[A-Za-z0-9_-]{1,50}){0,4}$',
    maxLength: 254,
    sentence: 'The folder may have up to 5 segments of letters, digits, - and _.',
    description: 'Where in the address it stands, like `reports/2026`.',
  }),
)

/** The type if it precedes the file; otherwise the one with the largest limit, for which any file is right. */
const readType = ({ type }: Readonly<Record<string, unknown>>) =>
  (typeof type === 'string' && parseFileType(type.trim())) || 'project_file'

/** Fields of `meta`. */
export const StorageUse = {
  used_bytes: Type.Integer({ description: 'All files that I own, and the declared sizes of my unfinished uploads.' }),
  quota_bytes: Type.Integer({ description: 'What they may have together; 0 for no limit.' }),
}

export const NewUpload = Form({
  type: FileType,
  folder: Type.Optional(Folder),
  file: FileField({
    maxBytes: (fields) => rules[readType(fields)].maxBytes,
    inspect: ({ filename, fields }) => inspectArrival(readType(fields), filename),
    description: 'Best sent after `type`, so that a file that is too large or of another type is refused early.',
  }),
})
export type NewUpload = Static<typeof NewUpload>

const largestChunk = 16 * 1024 * 1024

// The names of these fields are given by the specification.
const findChunkErrors = ({
  chunkIndex = 0,
  totalChunks = Number.POSITIVE_INFINITY,
  fileSize = Number.POSITIVE_INFINITY,
  chunk,
}: Partial<Chunk>): FieldErrors => ({
  ...(chunkIndex < totalChunks ? {} : { chunkIndex: ['The chunkIndex must be less than totalChunks.'] }),
  ...(chunk?.size === 0 ? { chunk: ['The chunk is empty.'] } : {}),
  ...((chunk?.size ?? 0) <= fileSize ? {} : { chunk: ['The chunk is larger than fileSize.'] }),
})
interface Chunk {
  chunkIndex: number
  totalChunks: number
  fileSize: number
  chunk: ReceivedFile
}

export const NewChunk = withCondition(
  Form({
    chunkIndex: Type.Integer({ minimum: 0, maximum: 9_999, description: 'Its place, from 0.' }),
    totalChunks: Type.Integer({ minimum: 1, maximum: 10_000, description: 'The number of chunks.' }),
    fileName: Type.String({ maxLength: 1_000, description: 'The name of the whole file.' }),
    fileSize: Type.Integer({
      minimum: 1,
      maximum: largestFile,
      description: 'Bytes of the whole file.',
      sentence: 'The fileSize must be from 1 byte to 5 GB.',
    }),
    uploadId: Type.String({ maxLength: 100, visible: true, description: 'Your name for this upload.' }),
    chunk: FileField({
      maxBytes: largestChunk,
      tooLarge: 'The chunk may not be larger than 16 MB.',
      description: 'At most 16 MB.',
    }),
  }),
  findChunkErrors,
)
export type NewChunk = Static<typeof NewChunk>

export const ChunkReceived = Type.Object({
  chunk_received: Type.Boolean({ description: 'Whether the chunk has arrived.' }),
  upload_id: Type.String(),
})
export type ChunkReceived = Static<typeof ChunkReceived>

export const Completion = Type.Object({
  upload_id: Type.String({ maxLength: 100 }),
  file_type: Type.String({ maxLength: 200, description: 'A type as POST /upload takes it, or a MIME type.' }),
  sha256: Type.Optional(
    nullable(
      Type.String({
        pattern: '^[0-9a-fA-F]{64}$',
        maxLength: 64,
        sentence: 'The sha256 must have 64 hexadecimal digits.',
        description: 'Of the whole file; it is refused when it differs.',
      }),
    ),
  ),
})
export type Completion = Static<typeof Completion>

export const CompletedFile = Type.Pick(UploadedFile, ['id', 'url', 'filename', 'size'], {
  title: 'CompletedFile',
})
export type CompletedFile = Static<typeof CompletedFile>

export const UploadState = Type.Object(
  {
    upload_id: Type.String(),
    received: Type.Array(Type.Integer(), { description: 'The places of the chunks that are here.' }),
    missing: withDescription(Type.Array(Type.Integer()), 'The indexes of the chunks that have not arrived, from 0.'),
    total_chunks: Type.Integer({ description: 'The number of chunks.' }),
    file_size: Type.Integer({ description: 'The size of the whole file, in bytes.' }),
  },
  { title: 'UploadState' },
)
export type UploadState = Static<typeof UploadState>
