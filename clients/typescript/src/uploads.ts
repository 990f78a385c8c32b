/**
 * Uploads large files in chunks: several at the same time, each repeated after a failure. An interrupted upload can be
 * resumed.
 */

import { type Chunk, type Stream, splitChunks } from './chunks.ts'
import type { Client } from './client.ts'
import type { CompletedFile, Operations, UploadState } from './contract.ts'
import { isProblem } from './problems.ts'
import { createKey } from './transport.ts'

const largestChunk = 16 * 1024 * 1024

export interface UploadOptions {
  /** The purpose of the file, such as `document`, or its MIME type. */
  fileType: Operations['completeUpload']['input']['body']['file_type']
  /** Your id for this upload. Using the id of an interrupted upload sends only the missing chunks. */
  uploadId?: string | undefined
  /** The chunk size in bytes; by default 8 MiB, at most 16 MiB. A resumed upload keeps its original size. */
  chunkSize?: number | undefined
  /** The number of chunks sent at the same time; by default 3. */
  parallel?: number | undefined
  /** The SHA-256 of the whole file in hexadecimal. The service refuses a file that does not match. */
  sha256?: string | undefined
  /** Called after each chunk; in browsers and React Native also while a chunk is being sent. */
  onProgress?: ((progress: UploadProgress) => void) | undefined
  /** Stops the upload. Chunks that arrived are kept for 24 hours. */
  signal?: AbortSignal | undefined
}

export interface UploadProgress {
  uploadId: string
  /** Bytes that arrived, including those of earlier attempts. */
  sent: number
  /** Size of the file in bytes. */
  total: number
}

/** The operations that an upload uses. */
export type Uploading = Pick<Client, 'receiveChunk' | 'showUpload' | 'completeUpload'>

interface Plan {
  api: Uploading
  source: File | Stream
  uploadId: string
  chunkSize: number
  totalChunks: number
}

/**
 * Uploads a file, or a stream of known size.
 *
 * @example
 * const stored = await uploadInChunks(api, file, {
 *   fileType: 'video',
 *   uploadId: 'lecture-3',
 *   onProgress: ({ sent, total }) => console.log(`${Math.round((100 * sent) / total)} %`),
 * })
 * console.log(stored.url)
 */
export async function uploadInChunks(
  api: Uploading,
  source: File | Stream,
  options: UploadOptions,
): Promise<CompletedFile> {
  const { uploadId = createKey(), chunkSize = 8 * 1024 * 1024, fileType, sha256, signal } = options
  if (source.size === 0) throw new RangeError('An empty file cannot be uploaded.')
  if (!(Number.isInteger(chunkSize) && chunkSize > 0 && chunkSize <= largestChunk))
    throw new RangeError(`The chunkSize must be from 1 to ${largestChunk} bytes.`)
  const plan = { api, source, uploadId, chunkSize, totalChunks: Math.ceil(source.size / chunkSize) }

  const arrived = options.uploadId === undefined ? new Set<number>() : await readArrivedChunks(plan, signal)
  await sendMissing(plan, arrived, options)

  const body = { upload_id: uploadId, file_type: fileType, sha256 }
  // The first call assembles the file; further calls return the same file.
  const { data } = await api.completeUpload({ body }, { signal, repeatable: true })
  return data.file
}

/** The indices of the chunks that an earlier attempt sent. */
async function readArrivedChunks(plan: Plan, signal: AbortSignal | undefined): Promise<Set<number>> {
  const state = await readState(plan, signal)
  if (state === null) return new Set()
  if (state.file_size !== plan.source.size)
    throw new RangeError(`The upload ${plan.uploadId} is of another file: it has ${state.file_size} bytes.`)
  if (state.total_chunks !== plan.totalChunks)
    throw new RangeError(`The upload ${plan.uploadId} was begun in ${state.total_chunks} pieces; give its chunkSize.`)
  return new Set(state.received)
}

async function readState({ api, uploadId }: Plan, signal: AbortSignal | undefined): Promise<UploadState | null> {
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
  const getSize = (index: number) => (index < totalChunks - 1 ? chunkSize : source.size - index * chunkSize)
  let sent = [...arrived].reduce((sum, index) => sum + getSize(index), 0)
  /** The bytes sent so far of each chunk in progress, by index. */
  const underWay = new Map<number, number>()
  const tell = () => {
    const moving = [...underWay.values()].reduce((sum, bytes) => sum + bytes, 0)
    onProgress?.({ uploadId, sent: Math.min(sent + moving, source.size), total: source.size })
  }
  const chunks = splitChunks(source, chunkSize, (index) => !arrived.has(index))

  // All workers read from one generator, so that no chunk is sent twice.
  const work = async () => {
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      const { index, content } = next.value
      // The form around a chunk is counted as well, so the sum is limited to the size of the chunk.
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
  // Waits until every worker has ended before it throws the first failure, so that nothing continues in the background.
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
