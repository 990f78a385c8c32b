/** A user who uploads files: versions of a project, uploads, and uploads in chunks. */

import assert from 'node:assert/strict'
import { createForm, getPath } from '#test/support/forms.ts'
import { content, sendVersion } from '#test/support/projects.ts'
import { type Account, expectStatus, type Program, readAll, type SimulatedUser } from './simulated-user.ts'

interface Kept {
  text: string
  acknowledged: boolean
  seen: boolean
}

/** By the name that was sent. */
type Archive = Map<string, Kept>

const splitChunks = (text: string) => [text.slice(0, 2_000), text.slice(2_000, 3_000), text.slice(3_000)]

export class FileUploader implements SimulatedUser {
  readonly #me: Account
  readonly #projectId: number
  readonly #versions: Archive = new Map()
  readonly #uploads: Archive = new Map()
  #steps = 0
  /** The current upload in chunks, and how many chunks were acknowledged. */
  #name = ''
  #arrived = 0

  constructor(me: Account, projectId: number) {
    this.#me = me
    this.#projectId = projectId
  }

  async act({ as }: Program) {
    const client = as(this.#me.token)
    const step = this.#steps++
    if (step % 6 === 0) return this.#version(client, `${step}`)
    if (step % 6 === 1) return this.#upload(client, `note-${step}.txt`)
    if (this.#name === '') this.#name = `chunked-${step}.txt`
    await (this.#arrived < 3 ? this.#chunk(client) : this.#complete(client))
  }

  async #version(client: ReturnType<Program['as']>, number: string) {
    const kept = recordUpload(this.#versions, number)
    expectStatus(await sendVersion(client, this.#projectId, { version_number: number, file: content(kept.text) }), 201)
    kept.acknowledged = true
  }

  async #upload(client: ReturnType<Program['as']>, name: string) {
    const kept = recordUpload(this.#uploads, name)
    const body = createForm({ type: 'document', file: new File([kept.text], name) })
    expectStatus(await client.send('POST', '/upload', { body }), 201)
    kept.acknowledged = true
  }

  async #chunk(client: ReturnType<Program['as']>) {
    const { text } = recordUpload(this.#uploads, this.#name)
    const body = createForm({
      uploadId: this.#name,
      fileName: this.#name,
      fileSize: String(text.length),
      totalChunks: '3',
      chunkIndex: String(this.#arrived),
      chunk: new File([splitChunks(text)[this.#arrived] ?? ''], 'blob'),
    })
    expectStatus(await client.send('POST', '/upload/chunk', { body }), 200)
    this.#arrived++
  }

  /** A repeated completion returns the same file. */
  async #complete(client: ReturnType<Program['as']>) {
    const body = { upload_id: this.#name, file_type: 'document' }
    expectStatus(await client.post('/upload/chunk/complete', body), 200, 201)
    recordUpload(this.#uploads, this.#name).acknowledged = true
    this.#name = ''
    this.#arrived = 0
  }

  async check(program: Program, settled: boolean) {
    const client = program.as(this.#me.token)
    const versions = await readAll(client, `/projects/${this.#projectId}/versions`)
    await checkKept(
      this.#versions,
      versions.map((one) => ({ name: one.version_number, url: one.file_url, size: one.file_size })),
      { program, settled },
    )
    const files = await readAll(client, '/files')
    await checkKept(
      this.#uploads,
      files.map(({ filename, url, size }) => ({ name: filename, url, size })),
      { program, settled },
    )
    if (this.#arrived === 0) return
    const { data } = expectStatus(await client.get(`/upload/chunk/${this.#name}`), 200)
    for (let index = 0; index < this.#arrived; index++) assert.ok(data.received.includes(index), `chunk ${index}`)
  }
}

interface Found {
  name: string
  url: string
  size: number
}

/** Every acknowledged file exists once, and every file has the bytes that were sent. */
async function checkKept(sent: Archive, found: Found[], { program, settled }: { program: Program; settled: boolean }) {
  for (const { name, url, size } of found) {
    const kept = sent.get(name)
    assert.ok(kept, `Nobody sent ${name}.`)
    kept.acknowledged = true
    if (kept.seen && !settled) continue
    kept.seen = true
    const { text } = expectStatus(await program.anonymous.get(getPath(url)), 200)
    assert.deepEqual([text, size], [kept.text, kept.text.length])
  }
  const names = [...sent].filter(([, { acknowledged }]) => acknowledged).map(([name]) => name)
  assert.deepEqual(found.map(({ name }) => name).sort(), names.sort())
}

function recordUpload(all: Archive, name: string) {
  const kept = all.get(name) ?? { text: `${name} `.repeat(500), acknowledged: false, seen: false }
  all.set(name, kept)
  return kept
}
