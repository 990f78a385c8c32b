import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { describe, it } from 'node:test'
import { RFC9162 } from '@transmute/rfc9162'
import { sql } from 'kysely'
import { runInTransaction } from '#context.ts'
import { prepare } from '#database/query/prepare.ts'
import { rotateKey } from '#features/issuer/index.ts'
import { createApp, type TestApp } from '#test/support/app.ts'
import { appendToLog } from './append.ts'
import { verifyLog } from './verify.ts'

const app = await createApp()
const { anonymous, given } = app
const admin = await given.admin()

const append = (to: TestApp = app) => appendToLog(to.service.context)
const getHead = async () => (await anonymous.get('/transparency/head')).data
const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))

/** Signs up people, each of whom has a row in the activity log. */
async function grow(count: number) {
  for (let number = 0; number < count; number++) await given.user()
  await append()
}

/** Asks an independent implementation. */
const isIncluded = (
  root: string,
  leafHash: string,
  { leaf, size, hashes }: { leaf: number; size: number; hashes: string[] },
) =>
  RFC9162.verifyInclusionProof(fromBase64(root), fromBase64(leafHash), {
    log_id: '',
    tree_size: size,
    leaf_index: leaf,
    inclusion_path: hashes.map(fromBase64),
  })

describe('the head of the log', () => {
  it('grows with the rows of the logs, and is signed with a published key', async () => {
    await grow(1)
    const before = await getHead()

    await grow(3)

    const head = await getHead()
    assert.ok(head.size >= before.size + 3)
    const { verificationMethod } = JSON.parse((await anonymous.get('/.well-known/did.json')).text)
    const { publicKeyJwk } = verificationMethod.find(({ id }: { id: string }) => id === `${head.key}-jwk`)
    const [text = '', signature = ''] = head.checkpoint.split('\n\n')
    assert.equal(`${text}\n`, `api.test/transparency\n${head.size}\n${head.root_hash}\ntime ${head.signed_at}\n`)
    const [, name, encoded] = /^— (\S+) (\S+)\n$/.exec(signature) ?? []
    assert.equal(name, 'api.test/transparency')
    const bytes = Buffer.from(String(encoded), 'base64')
    const key = createPublicKey({ key: publicKeyJwk, format: 'jwk' })
    assert.ok(verify(null, Buffer.from(`${text}\n`), key, bytes.subarray(4)))
    const raw = Buffer.from(publicKeyJwk.x, 'base64url')
    const keyId = createHash('sha256').update(`${name}\n\x01`).update(raw).digest().subarray(0, 4)
    assert.deepEqual(bytes.subarray(0, 4), keyId)
  })

  it('has new rows when its schedule runs', async () => {
    const { size } = await getHead()
    await given.user()

    const { status } = await admin.post('/admin/schedules/append_to_transparency_log/run', { reason: 'A check' })
    await app.settle()

    assert.equal(status, 200)

    assert.ok((await getHead()).size > size)
  })
})

describe('proofs of the log', () => {
  it('show that each row is in it, in a tree of any size', async () => {
    await grow(10)
    const { size, root_hash } = await getHead()

    for (const whole of [1, 2, 7, size - 1, size])
      for (const leaf of [0, whole >> 1, whole - 1]) {
        const { data } = await anonymous.get(`/transparency/proof?leaf=${leaf}&size=${whole}`)
        assert.deepEqual([data.leaf, data.size], [leaf, whole])
        assert.equal(await isIncluded(data.root_hash, data.leaf_hash, data), true)
        if (whole === size) assert.equal(data.root_hash, root_hash)
        const wrong = { ...data, hashes: [data.leaf_hash, ...data.hashes.slice(1)] }
        if (data.hashes.length > 0) assert.equal(await isIncluded(data.root_hash, data.leaf_hash, wrong), false)
      }
  })

  it('show that the log only grew', async () => {
    await grow(5)
    const { size } = await getHead()

    for (const from of [1, 2, 3, 5, 8, size - 1]) {
      const { data } = await anonymous.get(`/transparency/proof?from=${from}`)
      // The package expects the first root where RFC 6962 leaves it out.
      const path = Number.isInteger(Math.log2(from)) ? [data.from_root, ...data.hashes] : data.hashes
      const proof = { log_id: '', tree_size_1: from, tree_size_2: size, consistency_path: path.map(fromBase64) }
      const isConsistent = (root: string) =>
        RFC9162.verifyConsistencyProof(fromBase64(root), fromBase64(data.to_root), proof)
      assert.equal(await isConsistent(data.from_root), true, `from ${from}`)
      assert.equal(await isConsistent(data.to_root), false)
    }
    const { data: same } = await anonymous.get(`/transparency/proof?from=${size}&to=${size}`)
    assert.deepEqual([same.hashes, same.from_root], [[], same.to_root])
    const { data: empty } = await anonymous.get('/transparency/proof?from=0&to=0')
    assert.equal(Buffer.from(empty.to_root, 'base64').toString('hex').slice(0, 8), 'e3b0c442')
  })

  it('are refused for rows that are not there, and for unclear questions', async () => {
    const { size } = await getHead()
    for (const query of [
      `leaf=${size}`,
      `leaf=0&size=${size + 1}`,
      `from=${size + 1}`,
      `from=1&to=${size + 1}`,
      'leaf=1&size=1',
    ]) {
      const { status, message } = await anonymous.get(`/transparency/proof?${query}`)
      assert.deepEqual([status, message], [422, 'The log does not have that many rows.'], query)
    }
    for (const query of ['', 'size=1', 'to=1', 'leaf=0&from=1', 'leaf=-1', 'leaf=x'])
      assert.equal((await anonymous.get(`/transparency/proof?${query}`)).status, 422, query)
  })
})

describe('the export of a user', () => {
  it('has the contents and proofs of their rows, and of what administrators did to them', async () => {
    const person = await given.user()
    await admin.get(`/users/${person.id}/export`)
    await append()

    const { data } = await person.get(`/users/${person.id}/export`)

    const { size, root, rows } = data.transparency_log
    const kinds = rows.map(({ content }: { content: string }) => JSON.parse(content).kind)
    assert.ok(kinds.includes('activity') && kinds.includes('audit'), String(kinds))
    for (const { leaf, content, proof } of rows) {
      const leafHash = createHash('sha256').update(`\0${content}`).digest('base64')
      assert.equal(await isIncluded(root, leafHash, { leaf, size, hashes: proof }), true)
    }
    const signup = rows
      .map(({ content }: { content: string }) => JSON.parse(content))
      .find(({ type }: { type: string }) => type === 'signup')
    assert.equal(signup.user_id, person.id)
  })

  it('is gone with the account, and the log stays whole', async () => {
    const person = await given.user()
    await append()
    const { size } = await getHead()

    await person.delete(`/users/${person.id}`)
    await append()

    const { fault, erased, rows } = await verifyLog(app.service.context, null)
    assert.equal(fault, null)
    assert.ok(erased > 0)
    assert.ok(rows > size)
  })
})

const changes = {
  change: prepare((q, p: { id: number }) =>
    q.updateTable('activity_log').set({ description: 'Something else' }).where('id', '=', p.id),
  ),
  remove: prepare((q, p: { id: number }) => q.deleteFrom('activity_log').where('id', '=', p.id)),
  removeLeaf: prepare((q, p: { id: number }) =>
    q.deleteFrom('log_leaves').where('kind', '=', 'activity').where('row_id', '=', p.id),
  ),
  breakTile: prepare((q, p: { hashes: Uint8Array }) =>
    q.updateTable('log_tiles').set({ hashes: p.hashes }).where('level', '=', 0).where('position', '=', 0),
  ),
  tile: prepare((q) => q.selectFrom('log_tiles').select('hashes').where('level', '=', 0).where('position', '=', 0)),
  last: prepare((q) => q.selectFrom('activity_log').select((e) => e.fn.max('id').as('id'))),
  random: prepare((q) => q.selectFrom('activity_log').select(sql<number>`count(*)`.as('total'))),
}

describe('the verification of the log', () => {
  it('finds a row that was changed or removed, and a leaf that is missing', async () => {
    for (const [how, message] of [
      ['change', 'was changed'],
      ['remove', 'was removed'],
      ['removeLeaf', 'is missing'],
    ] as const) {
      const own = await createApp()
      await own.given.user()
      await append(own)
      const { context } = own.service
      assert.equal((await verifyLog(context, null)).fault, null)
      const { id } = await changes.last.one(context, {})

      await runInTransaction({ ...context, act: null }, (tx) => changes[how].run(tx, { id: Number(id) }))

      assert.match(
        String((await verifyLog(context, null)).fault),
        new RegExp(`^(Row ${id} of the activity log|Leaf).*${message}$`),
      )
    }
  })

  it('finds a log that was written anew, by a head that was saved', async () => {
    const own = await createApp()
    await own.given.user()
    await append(own)
    const { context } = own.service
    const { data: saved } = await own.anonymous.get('/transparency/head')
    await own.given.user()
    await append(own)
    await rotateKey(context)
    assert.equal((await verifyLog(context, saved.checkpoint)).fault, null)
    const { hashes } = await changes.tile.one(context, {})

    const forged = Buffer.from(hashes)
    forged[0] = (forged[0] ?? 0) ^ 1
    await runInTransaction({ ...context, act: null }, (tx) => changes.breakTile.run(tx, { hashes: forged }))

    assert.match(String((await verifyLog(context, saved.checkpoint)).fault), /\(leaf 0\) was changed$/)
    const other = await getHead()
    assert.equal((await verifyLog(context, other.checkpoint)).fault, 'The saved head was not signed by this service')
    const changed = saved.checkpoint.replace(`\n${saved.size}\n`, `\n${saved.size + 1}\n`)
    assert.equal((await verifyLog(context, changed)).fault, 'The saved head was not signed by this service')
    assert.equal((await verifyLog(context, 'hello')).fault, 'The saved head is no checkpoint of this log')
  })
})

describe('appending', () => {
  it('by several instances at once appends each row once', async () => {
    const own = await createApp()
    for (let number = 0; number < 5; number++) await own.given.user()

    await Promise.all([append(own), append(own), append(own)])

    const { total } = await changes.random.one(own.service.context, {})
    const { fault, rows } = await verifyLog(own.service.context, null)
    assert.equal(fault, null)
    assert.ok(rows >= total)
  })

  it('fills tiles of 256 hashes', async () => {
    const own = await createApp()
    const person = await own.given.user()
    await Promise.all(
      Array.from({ length: 600 }, (_, number) => person.put(`/users/${person.id}`, { name: `Ada ${number}` })),
    )
    await append(own)

    const { data } = await own.anonymous.get('/transparency/proof?leaf=255')

    assert.ok(data.size > 512, String(data.size))
    assert.equal(await isIncluded(data.root_hash, data.leaf_hash, data), true)
    assert.equal((await verifyLog(own.service.context, null)).fault, null)
  })
})
