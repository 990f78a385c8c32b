/** Uploads: a gigabyte at once and in chunks against a plain server, and what others notice of forty at a time. */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { folderFor } from './support/data.ts'
import { median, milliseconds, percentile, printTable, ratio, whole } from './support/figures.ts'
import type { Part } from './support/part.ts'
import { startService } from './support/servers.ts'
import type { Sending } from './upload-worker.ts'

const megabyte = 1024 * 1024
const gigabyte = 1024 * megabyte
const chunk = 16 * megabyte

export const files: Part = {
  name: 'files',
  about: 'uploads of a gigabyte, against a plain server, and forty at a time',
  async run({ folder, rounds }) {
    const whole = await compared(folder, rounds, wholeFile)
    const chunks = await compared(folder, rounds, inChunks)
    printTable(
      'Uploads of 1 GB',
      ['', 'MB/s', 'plain MB/s', 'ratio', 'target', 'memory', 'target'],
      [rowOf('At once', whole), rowOf('In chunks of 16 MB', chunks)],
    )
    const times = await fortyAtOnce(folder)
    printTable(
      'GET /auth/me during forty uploads',
      ['', 'median', 'p99', 'target'],
      [
        [
          `${times.length} requests`,
          milliseconds(median(times)),
          milliseconds(percentile(times, 99)),
          '< 50 ms',
        ],
      ],
    )
  },
}

interface Compared {
  speed: number
  plain: number
  /** Megabytes by which the resident memory grew at most. */
  grown: number
}

const rowOf = (name: string, { speed, plain, grown }: Compared) => [
  name,
  whole(speed),
  whole(plain),
  ratio(speed / plain),
  '> 0.60',
  `+${whole(grown)} MB`,
  '< 80 MB',
]

type Upload = (url: string, token: string, round: number) => Promise<void>

/** In turn, so that both meet the same machine. */
async function compared(folder: string, rounds: number, upload: Upload): Promise<Compared> {
  const seconds: number[] = []
  const plain: number[] = []
  const grown: number[] = []
  for (let round = 0; round < rounds; round++) {
    plain.push(await plainSeconds(folder, upload, round))
    const measured = await serviceSeconds(folder, upload, round)
    seconds.push(measured.seconds)
    grown.push(measured.grown)
  }
  return { speed: 1024 / median(seconds), plain: 1024 / median(plain), grown: Math.max(...grown) }
}

async function plainSeconds(folder: string, upload: Upload, round: number): Promise<number> {
  const target = folderFor(folder, `plain ${round} ${Math.random()}`)
  mkdirSync(target, { recursive: true })
  const server = fork(join(import.meta.dirname, 'plain-upload-server.ts'), [target])
  const [address] = (await once(server, 'message')) as [AddressInfo]
  const begin = performance.now()
  await upload(`http://127.0.0.1:${address.port}`, '', round)
  const seconds = (performance.now() - begin) / 1000
  server.kill()
  rmSync(target, { recursive: true, force: true })
  return seconds
}

async function serviceSeconds(folder: string, upload: Upload, round: number) {
  const dataDir = folderFor(folder, `service ${round} ${Math.random()}`)
  mkdirSync(dataDir, { recursive: true })
  const service = await startService({ dataDir })
  const token = await signedUp(service.url)
  const before = await residentMegabytes(service.url)
  let most = before
  let running = true
  const watching = (async () => {
    while (running) {
      most = Math.max(most, await residentMegabytes(service.url))
      await pause(100)
    }
  })()
  const begin = performance.now()
  await upload(service.url, token, round)
  const seconds = (performance.now() - begin) / 1000
  running = false
  await watching
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
  return { seconds, grown: most - before }
}

const wholeFile: Upload = (url, token) =>
  sent({
    url: `${url}/upload`,
    token,
    forms: [{ fields: { type: 'project_file' }, file: 'file', size: gigabyte }],
    atOnce: 1,
  })

const inChunks: Upload = async (url, token, round) => {
  const totalChunks = gigabyte / chunk
  const uploadId = `bench-${round}`
  const forms = Array.from({ length: totalChunks }, (_, chunkIndex) => ({
    fields: {
      uploadId,
      chunkIndex: String(chunkIndex),
      totalChunks: String(totalChunks),
      fileName: 'data.bin',
      fileSize: String(gigabyte),
    },
    file: 'chunk',
    size: chunk,
  }))
  await sent({ url: `${url}/upload/chunk`, token, forms, atOnce: 1 })
  const reply = await fetch(`${url}/upload/chunk/complete`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ upload_id: uploadId, file_type: 'project_file' }),
  })
  if (!reply.ok) throw new Error(`The chunks were not put together: ${await reply.text()}`)
  await reply.arrayBuffer()
}

async function fortyAtOnce(folder: string): Promise<number[]> {
  const dataDir = folderFor(folder, 'forty')
  mkdirSync(dataDir, { recursive: true })
  const service = await startService({ dataDir })
  const token = await signedUp(service.url)
  const form = { fields: { type: 'project_file' }, file: 'file', size: 32 * megabyte }
  let running = true
  const sending = sent({
    url: `${service.url}/upload`,
    token,
    forms: Array.from({ length: 120 }, () => form),
    atOnce: 40,
  }).finally(() => {
    running = false
  })
  const times: number[] = []
  await pause(500)
  while (running) {
    const begin = performance.now()
    const reply = await fetch(`${service.url}/auth/me`, { headers: { authorization: `Bearer ${token}` } })
    await reply.arrayBuffer()
    times.push(performance.now() - begin)
    await pause(5)
  }
  await sending
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
  return times
}

async function sent(sending: Sending): Promise<void> {
  const worker = new Worker(new URL('upload-worker.ts', import.meta.url), { workerData: sending })
  await once(worker, 'message')
  await worker.terminate()
}

async function signedUp(url: string): Promise<string> {
  const reply = await fetch(`${url}/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', email: 'bench@example.org', password: 'bench bench' }),
  })
  return JSON.parse(await reply.text()).data.token
}

/** As the service's own metrics tell it: the same on every system. */
async function residentMegabytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const [, bytes] = /^process_resident_memory_bytes (\d+)/m.exec(metrics) ?? []
  return Number(bytes) / megabyte
}

if (import.meta.main) {
  // Inside the project, so that it is on a real disk; the folder for temporary files may be in memory.
  const place = join(import.meta.dirname, '../.tmp')
  mkdirSync(place, { recursive: true })
  const folder = mkdtempSync(join(place, 'bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await files.run({ folder, rounds: 3, seconds: 5, against: null })
}
