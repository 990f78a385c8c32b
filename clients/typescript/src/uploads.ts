/** Large files, in pieces: several at once, each again when it is lost, and the rest later after an interruption. */

import { type Chunk, chunksOf, type Stream } from './chunks.ts'
import type { Client } from './client.ts'
import type { CompletedFile, Operations, UploadState } from './contract.ts'
import { isProblem } from './problems.ts'
import { randomName } from './transport.ts'

const largestChunk = 16 * 1024 * 1024

export interface UploadOptions {
  /** What the file is to be, like `document`, or its MIME type. */
  fileType: Operations['completeUpload']['input']['body']['file_type']
  /** Your name for this upload. With the name of one that was interrupted, only what is missing is sent. */
  uploadId?: string | undefined
  /** In bytes, 8 MiB unless given, at most 16 MiB. An upload goes on with the size it was begun with. */
  chunkSize?: number | undefined
  /** How many pieces are under way at one moment; 3 unless given. */
  parallel?: number | undefined
  /** The SHA-256 of the whole file in hexadecimal; the service refuses a file that differs. */
  sha256?: string | undefined
  /** Told after each piece; in browsers and React Native also while a piece is on its way. */
  onProgress?: ((progress: UploadProgress) => void) | undefined
  /** Stops the upload. What arrived stays for 24 hours. */
  signal?: AbortSignal | undefined
}

export interface UploadProgress {
  uploadId: string
  /** Bytes that arrived, those of earlier attempts too. */
  sent: number
  /** Bytes of the file. */
  total: number
}

/** The operations an upload is made of. */
export type Uploading = Pick<Client, 'receiveChunk' | 'showUpload' | 'completeUpload'>

interface Plan {
  api: Uploading
  source: File | Stream
  uploadId: string
  chunkSize: number
  totalChunks: number
}

/** Uploads a file, or a stream of known size. */
export async function uploadInChunks(
  api: Uploading,
  source: File | Stream,
  options: UploadOptions,
): Promise<CompletedFile> {
  const { uploadId = randomName(), chunkSize = 8 * 1024 * 1024, fileType, sha256, signal } = options
  if (source.size === 0) throw new RangeError('An empty file cannot be uploaded.')
  if (!(Number.isInteger(chunkSize) && chunkSize > 0 && chunkSize <= largestChunk))
    throw new RangeError(`The chunkSize must be from 1 to ${largestChunk} bytes.`)
  const plan = { api, source, uploadId, chunkSize, totalChunks: Math.ceil(source.size / chunkSize) }

  const arrived = options.uploadId === undefined ? new Set<number>() : await arrivedBefore(plan, signal)
  await sendMissing(plan, arrived, options)

  const body = { upload_id: uploadId, file_type: fileType, sha256 }
  // The first call puts the file together; further ones answer the same file.
  const { data } = await api.completeUpload({ body }, { signal, repeatable: true })
  return data.file
}

/** The places of the pieces that are there from an earlier attempt. */
async function arrivedBefore(plan: Plan, signal: AbortSignal | undefined): Promise<Set<number>> {
  const state = await stateOf(plan, signal)
  if (state === null) return new Set()
  if (state.file_size !== plan.source.size)
    throw new RangeError(`The upload ${plan.uploadId} is of another file: it has ${state.file_size} bytes.`)
  if (state.total_chunks !== plan.totalChunks)
    throw new RangeError(
      `The upload ${plan.uploadId} was begun in ${state.total_chunks} pieces; give its chunkSize.`,
    )
  return new Set(state.received)
}

async function stateOf(
  { api, uploadId }: Plan,
  signal: AbortSignal | undefined,
): Promise<UploadState | null> {
  try {
    return (await api.showUpload({ path: { upload_id: uploadId } }, { signal })).data
  } catch (error) {
    if (isProblem(error, 404)) return null
    throw error
  }
}

async function sendMissing(plan: Plan, arrived: ReadonlySet<number>, options: UploadOptions): Promise<void> {
  const { source, uploadId, chunkSize, totalChunks } = plan
  const { parallel = 3, onProgress } = options
  const failed = new AbortController()
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])])
  const sizeOf = (index: number) => (index < totalChunks - 1 ? chunkSize : source.size - index * chunkSize)
  let sent = [...arrived].reduce((sum, index) => sum + sizeOf(index), 0)
  /** Bytes of the pieces that are on their way, by their place. */
  const underWay = new Map<number, number>()
  const tell = () => {
    const moving = [...underWay.values()].reduce((sum, bytes) => sum + bytes, 0)
    onProgress?.({ uploadId, sent: Math.min(sent + moving, source.size), total: source.size })
  }
  const chunks = chunksOf(source, chunkSize, (index) => !arrived.has(index))

  // The workers take turns: a generator hands out one piece at a time, and no piece twice.
  const work = async () => {
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      const { index, content } = next.value
      // The form around a piece counts too, so that the sum is cut at the size of the piece.
      const onBytesSent = (bytes: number) => {
        underWay.set(index, Math.min(bytes, content.size))
        tell()
      }
      await sendChunk(plan, next.value, { signal, onBytesSent })
      underWay.delete(index)
      sent += content.size
      tell()
    }
  }
  const workers = Array.from({ length: Math.max(1, parallel) }, () =>
    work().catch((error: unknown) => {
      failed.abort(error)
      throw error
    }),
  )
  // All of them end before the first failure is told: nothing goes on behind the caller's back.
  const ends = await Promise.allSettled(workers)
  await chunks.return()
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failed.signal.reason
}

interface Sending {
  signal: AbortSignal
  onBytesSent: (bytes: number) => void
}

async function sendChunk(plan: Plan, { index, content }: Chunk, options: Sending): Promise<void> {
  const { api, source, uploadId, totalChunks } = plan
  options.signal.throwIfAborted()
  const body = {
    chunkIndex: index,
    totalChunks,
    fileName: source.name,
    fileSize: source.size,
    uploadId,
    chunk: { name: source.name, content },
  }
  await api.receiveChunk({ body }, { ...options, repeatable: true })
}
