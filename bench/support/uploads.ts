/** The content of measured uploads, and how it is sent. */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createClient } from '../../clients/typescript/src/index.ts'
import type { Sending } from '../upload-worker.ts'

const megabyte = 1024 * 1024
const gigabyte = 1024 * megabyte
const chunk = 16 * megabyte

/** Uploads one gigabyte to the service, or to a plain server, which ignores the form. */
export type Upload = (url: string, token: string) => Promise<void>

export const uploadAtOnce: Upload = (url, token) =>
  sendUploads({ url: `${url}/upload`, token, forms: [createForm(gigabyte)], atOnce: 1 })

export const inChunks: Upload = async (url, token) => {
  const totalChunks = gigabyte / chunk
  const forms = Array.from({ length: totalChunks }, (_, chunkIndex) => ({
    fields: {
      uploadId: 'bench',
      chunkIndex: String(chunkIndex),
      totalChunks: String(totalChunks),
      fileName: 'data.bin',
      fileSize: String(gigabyte),
    },
    file: 'chunk',
    size: chunk,
  }))
  await sendUploads({ url: `${url}/upload/chunk`, token, forms, atOnce: 1 })
  const body = { upload_id: 'bench', file_type: 'project_file' as const }
  await createClient({ baseUrl: url, token }).completeUpload({ body })
}

/** Files of 32 MB, forty at the same time. */
export const uploadForty: Upload = (url, token) =>
  sendUploads({
    url: `${url}/upload`,
    token,
    forms: Array.from({ length: 120 }, () => createForm(32 * megabyte)),
    atOnce: 40,
  })

const createForm = (size: number) => ({ fields: { type: 'project_file' }, file: 'file', size })

async function sendUploads(sending: Sending): Promise<void> {
  const worker = new Worker(new URL('../upload-worker.ts', import.meta.url), { workerData: sending })
  await once(worker, 'message')
  await worker.terminate()
}
