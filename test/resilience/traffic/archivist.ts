/** Somebody who keeps files: versions of a project, uploads, and uploads in chunks. */

import assert from 'node:assert/strict'
import { formOf, pathOf } from '../../support/forms.ts'
import { content, sendVersion } from '../../support/projects.ts'
import { all, type Doer, expected, type Reach } from './doer.ts'
import type { Settler } from './town.ts'

/** Content by the name of what was sent, and whether it was acknowledged. */
type Kept = Map<string, { text: string; acknowledged: boolean }>

const chunksOf = (text: string) => [text.slice(0, 2_000), text.slice(2_000, 3_000), text.slice(3_000)]

export class Archivist implements Doer {
  readonly #me: Settler
  readonly #projectId: number
  readonly #versions: Kept = new Map()
  readonly #uploads: Kept = new Map()
  #steps = 0
  /** The upload in chunks under way, and how many of them were acknowledged. */
  #name = ''
  #arrived = 0

  constructor(me: Settler, projectId: number) {
    this.#me = me
    this.#projectId = projectId
  }

  async act({ as }: Reach) {
    const client = as(this.#me.token)
    const step = this.#steps++
    if (step % 6 === 0) return this.#version(client, `${step}`)
    if (step % 6 === 1) return this.#upload(client, `note-${step}.txt`)
    if (this.#name === '') this.#name = `chunked-${step}.txt`
    await (this.#arrived < 3 ? this.#chunk(client) : this.#complete(client))
  }

  async #version(client: ReturnType<Reach['as']>, number: string) {
    const kept = noted(this.#versions, number)
    expected(
      await sendVersion(client, this.#projectId, { version_number: number, file: content(kept.text) }),
      201,
    )
    kept.acknowledged = true
  }

  async #upload(client: ReturnType<Reach['as']>, name: string) {
    const kept = noted(this.#uploads, name)
    const body = formOf({ type: 'document', file: new File([kept.text], name) })
    expected(await client.send('POST', '/upload', { body }), 201)
    kept.acknowledged = true
  }

  async #chunk(client: ReturnType<Reach['as']>) {
    const { text } = noted(this.#uploads, this.#name)
    const body = formOf({
      uploadId: this.#name,
      fileName: this.#name,
      fileSize: String(text.length),
      totalChunks: '3',
      chunkIndex: String(this.#arrived),
      chunk: new File([chunksOf(text)[this.#arrived] ?? ''], 'blob'),
    })
    expected(await client.send('POST', '/upload/chunk', { body }), 200)
    this.#arrived++
  }

  /** Completing what was completed without an answer gives the same file. */
  async #complete(client: ReturnType<Reach['as']>) {
    const body = { upload_id: this.#name, file_type: 'document' }
    expected(await client.post('/upload/chunk/complete', body), 200, 201)
    noted(this.#uploads, this.#name).acknowledged = true
    this.#name = ''
    this.#arrived = 0
  }

  async check({ as, anonymous }: Reach) {
    const client = as(this.#me.token)
    const versions = await all(client, `/projects/${this.#projectId}/versions`)
    const textOf = async (url: string) => expected(await anonymous.get(pathOf(url)), 200).text
    for (const { version_number, file_url, file_size } of versions)
      assertKept(this.#versions, version_number, { text: await textOf(file_url), size: file_size })
    assertAll(
      this.#versions,
      versions.map(({ version_number }) => version_number),
    )

    const files = await all(client, '/files')
    for (const { filename, url, size } of files)
      assertKept(this.#uploads, filename, { text: await textOf(url), size })
    assertAll(
      this.#uploads,
      files.map(({ filename }) => filename),
    )
    if (this.#arrived === 0) return
    const { data } = expected(await client.get(`/upload/chunk/${this.#name}`), 200)
    for (let index = 0; index < this.#arrived; index++)
      assert.ok(data.received.includes(index), `chunk ${index}`)
  }
}

function noted(all: Kept, name: string) {
  const kept = all.get(name) ?? { text: `${name} `.repeat(500), acknowledged: false }
  all.set(name, kept)
  return kept
}

function assertKept(all: Kept, name: string, { text, size }: { text: string; size: number }) {
  const kept = all.get(name)
  assert.ok(kept, `Nobody sent ${name}.`)
  assert.deepEqual([text, size], [kept.text, kept.text.length])
  kept.acknowledged = true
}

/** There is one of each that was acknowledged. */
function assertAll(all: Kept, found: string[]) {
  const names = [...all].filter(([, { acknowledged }]) => acknowledged).map(([name]) => name)
  assert.deepEqual(found.sort(), names.sort())
}
