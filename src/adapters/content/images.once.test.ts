import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp, { type JpegOptions, type Sharp } from 'sharp'
import type * as Images from './images.ts'

// An instance of its own, so that no other test has started its decoders.
const address = './images.ts?own'
const { inspectImage, resizeImage, UnusableImage }: typeof Images = await import(address)

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

/** Lets a stored picture claim another size in its header, because the limits are checked before a picture is decoded. */
async function claimSize(path: string, width: number, height: number): Promise<string> {
  const bytes = await readFile(path)
  const format = bytes.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : bytes[0] === 0x89 ? 'png' : 'jpeg'
  if (format === 'png') {
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    // The checksum of the chunk IHDR.
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  } else if (format === 'webp') {
    bytes.writeUInt16LE(width, 26)
    bytes.writeUInt16LE(height, 28)
  } else {
    // The marker "start of frame" of a baseline or progressive picture.
    const frame = Math.max(bytes.indexOf('ffc0', 0, 'hex'), bytes.indexOf('ffc2', 0, 'hex'))
    bytes.writeUInt16BE(height, frame + 5)
    bytes.writeUInt16BE(width, frame + 7)
  }
  await writeFile(path, bytes)
  return path
}

const progressive = { progressive: true }
const fullColors = { progressive: true, chromaSubsampling: '4:4:4' }

describe('a picture', () => {
  it('has at most 100 megapixels, and 25 when it is progressive', async () => {
    await inspectImage(await storeJpeg(8_000, 8_000), 1)
    await inspectImage(await storeJpeg(6_000, 4_000, progressive), 1)

    for (const path of [
      await storeJpeg(120, 90).then((small) => claimSize(small, 12_000, 9_000)),
      await storeJpeg(60, 42, progressive).then((small) => claimSize(small, 6_000, 4_200)),
      await store(createPicture(51, 50).png({ progressive: true })).then((small) => claimSize(small, 5_100, 5_000)),
    ])
      await assert.rejects(inspectImage(path, 1), UnusableImage)
  })

  it('is refused when decoding it would take more than 80 MB', async () => {
    const cmyk = createPicture(60, 40).toColourspace('cmyk')

    for (const path of [
      await store(cmyk.jpeg({ quality: 50, ...fullColors })).then((small) => claimSize(small, 6_000, 4_000)),
      await storeJpeg(60, 40, fullColors).then((small) => claimSize(small, 6_000, 4_000)),
      await store(createPicture(55, 45).webp({ quality: 1, effort: 0 })).then((small) =>
        claimSize(small, 5_500, 4_500),
      ),
    ])
      await assert.rejects(inspectImage(path, 1), UnusableImage)
  })

  it('is copied only up to 25 megapixels', async () => {
    await assert.rejects(resizeImage(await claimSize(await storeJpeg(60, 42), 6_000, 4_200), 512, 1), UnusableImage)

    const { copy } = await resizeImage(await storeJpeg(5_000, 4_000), 512, 1)

    const { width, height, format } = await sharp(copy?.data).metadata()
    assert.deepEqual([width, height, format], [512, 410, 'jpeg'])
  })

  it('does not wait for the large pictures of another person', async () => {
    const [large, small] = [await storeJpeg(3_000, 2_000, progressive), await storeJpeg(300, 200, progressive)]
    const finished: string[] = []
    const decode = (name: string, path: string, person: number) =>
      inspectImage(path, person).then(() => finished.push(name))

    await Promise.all([...Array.from({ length: 4 }, () => decode('large', large, 1)), decode('small', small, 2)])

    assert.ok(finished.indexOf('small') <= 1, finished.join(' '))
  })

  it('is refused with 503 when twenty of the same person wait, while others are served', async () => {
    const path = await storeJpeg(1_000, 1_000, progressive)
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
