/** An S3 server on a temporary folder, for one test file. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error: s3rver 3.7 comes without types
import S3rver from 's3rver'
import { endWithFile } from './app.ts'

const bucket = 'platform'

/** The settings of the service for it. The keys are those of s3rver. */
export async function startS3Server(): Promise<Record<string, string>> {
  const directory = await mkdtemp(join(tmpdir(), 'research-platform-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    resetOnClose: false,
    configureBuckets: [{ name: bucket }],
  })
  const { port }: { port: number } = await server.run()
  endWithFile(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  return {
    STORAGE: 's3',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: bucket,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
}

/** Settings of the storage: the disk with SQLite, and S3 with PostgreSQL. */
export const stores = (): Record<string, () => Promise<Record<string, string>>> =>
  process.env.TEST_DATABASE === 'postgres' ? { s3: startS3Server } : { disk: async () => ({}) }
