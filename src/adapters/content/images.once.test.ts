import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import sharp, { type JpegOptions, type Sharp } from 'sharp'
import type * as Images from './images.ts'

// An instance of its own, so that no other test has started its decoders.
const address = './images.ts?own'
const { inspectImage, shrinkImage, UnusableImage }: typeof Images = await import(address)

const folder = await mkdtemp(join(tmpdir(), 'images-'))
after(() => rm(folder, { recursive: true }))

const createPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })

let count = 0
async function store(picture: Sharp): Promise<string> {
  const path = join(folder, String(++count))
  await writeFile(path, await picture.toBuffer())
  return path
}

const storeJpeg = (width: number, height: number, options: JpegOptions = {}) =>
  store(createPicture(width, height).jpeg({ quality: 50, ...options }))

const progressive = { progressive: true }
const fullColors = { progressive: true, chromaSubsampling: '4:4:4' }

describe('a picture', () => {
  it('has at most 100 megapixels, and 25 when it is progressive', async () => {
    await inspectImage(await storeJpeg(8_000, 8_000), 1)
    await inspectImage(await storeJpeg(6_000, 4_000, progressive), 1)

    for (const path of [
      await storeJpeg(12_000, 9_000),
      await storeJpeg(6_000, 4_200, progressive),
      await store(createPicture(5_100, 5_000).png({ progressive: true })),
    ])
      await assert.rejects(inspectImage(path, 1), UnusableImage)
  })

  it('is refused when decoding it would take more than 80 MB', async () => {
    const cmyk = createPicture(6_000, 4_000).toColourspace('cmyk')

    for (const path of [
      await store(cmyk.jpeg({ quality: 50, ...fullColors })),
      await storeJpeg(6_000, 4_000, fullColors),
      await store(createPicture(5_500, 4_500).webp({ quality: 1, effort: 0 })),
    ])
      await assert.rejects(inspectImage(path, 1), UnusableImage)
  })

  it('is copied only up to 25 megapixels', async () => {
    await assert.rejects(shrinkImage(await storeJpeg(6_000, 4_200), 512, 1), UnusableImage)

    const { copy } = await shrinkImage(await storeJpeg(5_000, 4_000), 512, 1)

    const { width, height, format } = await sharp(copy?.data).metadata()
    assert.deepEqual([width, height, format], [512, 410, 'jpeg'])
  })

  it('does not wait for the large pictures of another person', async () => {
    const [large, small] = [await storeJpeg(6_000, 4_000, progressive), await storeJpeg(800, 600, progressive)]
    const finished: string[] = []
    const decode = (name: string, path: string, person: number) =>
      inspectImage(path, person).then(() => finished.push(name))

    await Promise.all([...Array.from({ length: 4 }, () => decode('large', large, 1)), decode('small', small, 2)])

    assert.ok(finished.indexOf('small') <= 1, finished.join(' '))
  })

  it('is refused with 503 when twenty of the same person wait, while others are served', async () => {
    const path = await storeJpeg(2_000, 2_000, progressive)
    const waiting = Array.from({ length: 20 }, () => inspectImage(path, 1))

    await assert.rejects(inspectImage(path, 1), { status: 503, retryAfter: 5 })

    await inspectImage(path, 2)
    await Promise.all(waiting)
  })

  it('that kills its decoder is unusable, and the next one is decoded', async () => {
    const { inspectImage: inspect }: typeof Images = await import(`${address}-again`)
    const started = Promise.withResolvers<ChildProcess>()
    const note = (message: unknown) => started.resolve((message as { process: ChildProcess }).process)
    subscribe('child_process', note)
    const path = await storeJpeg(2_000, 2_000, progressive)

    const doomed = inspect(path, 1)
    const next = inspect(path, 2)
    const child = await started.promise
    unsubscribe('child_process', note)
    child.kill('SIGKILL')

    await assert.rejects(doomed, { name: 'UnusableImage' })
    assert.equal((await next).format, 'jpeg')
  })
})
