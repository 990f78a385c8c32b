import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { describe, it } from 'node:test'
import { freePort } from '#test/resilience/program.ts'
import { testApp } from '#test/support/app.ts'
import { createForm } from '#test/support/forms.ts'

const form = () => ({ body: createForm({ type: 'document', file: new File(['x'], 'note.txt') }) })

const createS3Settings = (port: number) => ({
  STORAGE: 's3',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_BUCKET: 'platform',
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
})

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe('an unavailable S3 store', () => {
  for (const [what, answer] of [
    ['that refuses connections', null],
    ['that answers 503 Slow Down', 503],
    ['that answers 500', 500],
  ] as const)
    it(`${what} is answered with 503 and Retry-After, and nothing is stored`, async (t) => {
      const server = createServer((_, reply) => reply.writeHead(answer ?? 500).end())
      const port = answer === null ? await freePort() : await listen(server)
      t.after(() => server.close())
      const app = await testApp(createS3Settings(port))
      const ada = await app.given.user()

      const { status, message, headers } = await ada.send('POST', '/upload', form())

      assert.equal(status, 503)
      assert.equal(message, 'The file storage cannot be reached at the moment. Please try again later.')
      assert.equal(headers.get('retry-after'), '5')
      assert.deepEqual((await ada.get('/files')).data, [])
    })
})
