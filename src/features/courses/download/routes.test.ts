import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createLocalJWKSet, flattenedVerify } from 'jose'
import { english } from '#language/wording.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { createCourse, createEnrollment, createLessons } from '#test/support/courses.ts'
import { createForm, getPath } from '#test/support/forms.ts'
import { mp3, mp4, pdf, png } from '#test/support/samples.ts'
import { unzip } from '#test/support/unzip.ts'
import { createCourseFiles } from './archive.ts'

const app = await testApp()
const { given } = app
const teacher = await given.user({ role: 'researcher', name: 'Agnes Arber' })
const learner = await given.user()

async function uploadFile(type: string, name: string, content: Uint8Array): Promise<string> {
  const body = createForm({ type, file: new File([Uint8Array.from(content)], name) })
  const reply = await teacher.send('POST', '/upload', { body })
  assert.equal(reply.status, 201, reply.text)
  return reply.data.file.url
}

const film = await uploadFile('video', 'ferns.mp4', mp4)
const picture = await uploadFile('image', 'frond.png', await png(40, 30))
const paper = await uploadFile('document', 'paper.pdf', pdf)
const hostile =
  `# Fronds\n\n<script>document.title = 'owned'</script>\n\n[click](javascript:alert(1))\n\n` +
  `<img src=x onerror="document.title='owned'">\n\n![A frond](${picture})\n\n![far](https://example.org/far.png)\n\n` +
  `| a | b |\n| - | - |\n| 1 | 2 |\n\n\`\`\`js\nconst fern = '<b>'\n\`\`\`\n`
const made = await createCourse(teacher, {
  title: 'Ferns & <mosses>',
  description: 'Plants\nwithout flowers.',
  lessons: [
    { title: 'Wie Farne wachsen: Éléments!', content: hostile, video_url: film, duration_minutes: 12 },
    { title: '<script>alert(1)</script>', content_url: paper, description: 'Read “this”.' },
    { title: 'Папоротники', video_url: 'https://example.org/elsewhere.mp4', content: 'Last.' },
  ],
})
await createEnrollment(learner, made.id)

async function downloadBytes(person: Pick<Person, 'token'> | null, path: string) {
  const headers = person === null ? {} : { authorization: `Bearer ${person.token}` }
  const response = await fetch(`${app.address}${path}`, { headers })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

describe('GET /courses/{id}/download', () => {
  it('returns a zip of pages, stored media, and a manifest that describes all of them correctly', async () => {
    const { status, headers, bytes } = await downloadBytes(learner, `/courses/${made.id}/download`)

    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/zip')
    assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="Ferns & _mosses_\.zip"/)
    assert.equal(headers.get('cache-control'), 'no-store')
    const files = unzip(bytes)
    const manifest = JSON.parse(String(files.get('course.json')))
    const names = [film, picture, paper].map((url) => `media/${url.split('/').at(-1)}`)
    assert.deepEqual(
      [...files.keys()],
      [
        'index.html',
        'lessons/001-wie-farne-wachsen-elements.html',
        'lessons/002-script-alert-1-script.html',
        'lessons/003.html',
        ...[...files.keys()].filter((name) => name.startsWith('media/')),
        'course.json',
        'course.json.jws',
      ],
    )
    for (const name of names) assert.ok(files.has(name), name)
    assert.deepEqual(files.get(names[0] ?? ''), Buffer.from(mp4))
    assert.deepEqual(
      manifest.files,
      [...files]
        .filter(([name]) => !name.startsWith('course.json'))
        .map(([path, content]) => ({
          path,
          size: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
        })),
    )
    assert.deepEqual(
      manifest.lessons.map(({ id, order, video, content }: Record<string, unknown>) => [id, order, video, content]),
      [
        [made.lessons[0].id, 1, names[0], null],
        [made.lessons[1].id, 2, null, names[2]],
        [made.lessons[2].id, 3, null, null],
      ],
    )
  })

  it('contains no HTML tag or URL by which an author could run a script', async () => {
    const files = unzip((await downloadBytes(learner, `/courses/${made.id}/download`)).bytes)

    for (const [name, content] of files)
      if (name.endsWith('.html'))
        assert.doesNotMatch(String(content), /<script|onerror="|href="javascript:|<mosses>/i, name)
  })

  it('has the same bytes for the same content, for every caller and at every time', async () => {
    const other = await given.user()
    await createEnrollment(other, made.id)
    const first = await downloadBytes(learner, `/courses/${made.id}/download`)
    app.clock.advance({ hours: 5 })

    const second = await downloadBytes(other, `/courses/${made.id}/download`)

    assert.ok(first.bytes.equals(second.bytes))
  })

  it('is allowed for enrolled learners', async () => {
    const stranger = await given.user()
    for (const person of [stranger, teacher])
      for (const query of ['', '?link=1']) {
        const reply = await person.get(`/courses/${made.id}/download${query}`)
        assert.equal(reply.status, 403)
        assert.equal(reply.message, 'You are not enrolled in this course.')
      }
    assert.equal((await learner.get('/courses/999999/download')).status, 404)
    assert.equal((await app.anonymous.get(`/courses/${made.id}/download`)).status, 401)
  })

  it('counts and logs each download, but not HEAD requests', async () => {
    const person = await given.user()
    await createEnrollment(person, made.id)
    await downloadBytes(person, `/courses/${made.id}/download`)
    await downloadBytes(person, `/courses/${made.id}/download`)
    const head = await person.send('HEAD', `/courses/${made.id}/download`)

    const log = await person.get(`/users/${person.id}/activity?type=course_downloaded`)
    const { data } = await person.get(`/users/${person.id}/export`)

    assert.equal(head.status, 200)
    assert.equal(log.meta.total, 2)
    assert.equal(log.data[0].description, 'Downloaded Ferns & <mosses>')
    assert.deepEqual(log.data[0].metadata, { course_id: made.id })
    assert.equal(data.courses.enrollments[0].downloads, 2)
  })

  it('excludes files that were deleted from the storage, and files that other users keep private', async () => {
    const url = await uploadFile('image', 'gone.png', await png())
    const key = getPath(url).slice('/files/'.length)
    const private_ = url.replace('/public/', '/private/')
    const content = `![x](${private_}) ![y](${url})`
    const broken = await createCourse(teacher, {
      lessons: [{ title: 'One', content, content_url: private_, video_url: url }],
    })
    await createEnrollment(learner, broken.id)
    await app.platform.storage.remove(key)

    const files = unzip((await downloadBytes(learner, `/courses/${broken.id}/download`)).bytes)

    assert.deepEqual([...files.keys()], ['index.html', 'lessons/001-one.html', 'course.json', 'course.json.jws'])
    const [lesson] = JSON.parse(String(files.get('course.json'))).lessons
    assert.deepEqual([lesson.video, lesson.content], [null, null])
  })
})

describe('the files of a course', () => {
  it('are read from the database in small parts', async () => {
    const long = await createCourse(teacher, { lessons: createLessons(60) })
    const ctx = app.service.context
    let reads = 0
    const all: typeof ctx.db.all = (...query) => {
      reads++
      return ctx.db.all(...query)
    }
    const { lessons: _, cohorts: __, ...shown } = long

    const files = createCourseFiles({ ...ctx, db: { ...ctx.db, all } }, shown, {
      enrollment_id: 0,
      wording: english,
      since: null,
    })
    const [index, first] = [await files.next(), await files.next()]
    const readBefore = reads
    while (!(await files.next()).done);

    assert.equal(index.value?.name, 'index.html')
    assert.equal(first.value?.name, 'lessons/001-lesson-1.html')
    assert.equal(readBefore, 2)
    // The last one is of the key of the signature.
    assert.equal(reads, 8)
  })
})

describe('GET /courses/{id}/download?since=VERSION', () => {
  const read = async (person: Person, path: string) => {
    const { status, bytes } = await downloadBytes(person, path)
    assert.equal(status, 200)
    const files = unzip(bytes)
    return { files, manifest: JSON.parse(String(files.get('course.json'))) }
  }
  /** What a device has after it unpacked a download over what it had. */
  const unpack = (before: Map<string, Uint8Array>, { files, manifest }: Awaited<ReturnType<typeof read>>) => {
    const after = new Map([...before, ...files])
    for (const path of manifest.removed) after.delete(path)
    return after
  }
  const textOf = (files: Map<string, Uint8Array>) =>
    Object.fromEntries([...files].map(([path, bytes]) => [path, createHash('sha256').update(bytes).digest('hex')]))

  it('sends what changed and names what went, so that the device has the same as after a whole download', async () => {
    const song = await uploadFile('audio', 'song.mp3', mp3)
    const course = await createCourse(teacher, {
      lessons: [
        { title: 'Stays', content: 'The same.', video_url: film },
        { title: 'Goes', content_url: paper },
        { title: 'Changes', content: 'Before.' },
      ],
    })
    await createEnrollment(learner, course.id)
    const path = `/courses/${course.id}/download`
    const first = await read(learner, path)
    const [, goes, changes] = course.lessons
    const at = `/courses/${course.id}/lessons`
    await teacher.delete(`${at}/${goes.id}`)
    await teacher.put(`${at}/${changes.id}`, { content: 'After.' })
    await teacher.post(at, { title: 'Comes', content_url: song })

    const next = await read(learner, `${path}?since=${first.manifest.version}`)
    const again = await read(learner, `${path}?since=${next.manifest.version}`)
    const whole = await read(learner, path)

    assert.equal(next.manifest.since, first.manifest.version)
    assert.notEqual(next.manifest.version, first.manifest.version)
    assert.ok(![...next.files.keys()].some((name) => name.endsWith('.mp4') || name.endsWith('.pdf')), 'no known media')
    assert.ok([...next.files.keys()].some((name) => name.endsWith('.mp3')))
    assert.ok(next.manifest.removed.some((name: string) => name.endsWith('.pdf')))
    assert.deepEqual([...again.files.keys()], ['course.json', 'course.json.jws'])
    assert.deepEqual(
      [whole.manifest.version, whole.manifest.since, whole.manifest.removed],
      [next.manifest.version, null, []],
    )
    const { 'course.json': _, 'course.json.jws': __, ...unpacked } = textOf(unpack(first.files, next))
    const { 'course.json': ___, 'course.json.jws': ____, ...fresh } = textOf(whole.files)
    assert.deepEqual(unpacked, fresh)
    assert.deepEqual(
      next.manifest.files.map(({ path, sha256 }: { path: string; sha256: string }) => [path, sha256]).sort(),
      Object.entries(fresh).sort(),
    )
  })

  it('sends the whole course to a device whose version is not known, or is that of another course', async () => {
    const other = await createCourse(teacher, { lessons: createLessons(2) })
    await createEnrollment(learner, other.id)
    const { manifest } = await read(learner, `/courses/${made.id}/download`)

    for (const version of [manifest.version, '0'.repeat(64)]) {
      const { files, manifest: sent } = await read(learner, `/courses/${other.id}/download?since=${version}`)
      assert.deepEqual([files.size, sent.since, sent.removed], [5, null, []])
    }
  })

  it('refuses what is no version, and counts no download', async () => {
    const person = await given.user()
    await createEnrollment(person, made.id)

    const { status, errors } = await person.get(`/courses/${made.id}/download?since=latest`)

    assert.equal(status, 422)
    assert.deepEqual(errors, { since: ['The version must be the one of a manifest: 64 hexadecimal digits.'] })
    assert.equal((await person.get(`/users/${person.id}/activity?type=course_downloaded`)).meta.total, 0)
  })

  it('is part of a link as well', async () => {
    const { manifest } = await read(learner, `/courses/${made.id}/download`)
    const { data } = await learner.get(`/courses/${made.id}/download?link=1&since=${manifest.version}`)

    const { status, bytes } = await downloadBytes(null, getPath(data.download_url))

    assert.equal(status, 200)
    assert.deepEqual([...unzip(bytes).keys()], ['course.json', 'course.json.jws'])
  })

  it('has a manifest that the published key of the issuer has signed, and no changed one', async () => {
    const { files } = await read(learner, `/courses/${made.id}/download`)
    const [header = '', , signature = ''] = String(files.get('course.json.jws')).split('.')
    const keys = createLocalJWKSet(JSON.parse((await app.anonymous.get('/.well-known/jwks.json')).text))
    const verifyText = (text: string) =>
      flattenedVerify({ protected: header, payload: Buffer.from(text).toString('base64url'), signature }, keys)
    const text = String(files.get('course.json'))

    const { payload } = await verifyText(text)

    assert.equal(Buffer.from(payload).toString(), text)
    await assert.rejects(verifyText(text.replace('Agnes', 'Agatha')), /signature verification failed/)
  })
})

describe('GET /courses/{id}/download?link=1', () => {
  it('returns an address that works without a token for an hour, and is counted when it is used', async () => {
    const person = await given.user()
    await createEnrollment(person, made.id)
    const { status, data } = await person.get(`/courses/${made.id}/download?link=1`)
    const log = () => person.get(`/users/${person.id}/activity?type=course_downloaded`)
    assert.equal(status, 200)
    assert.equal((await log()).meta.total, 0)

    const used = await downloadBytes(null, getPath(data.download_url))

    assert.equal(used.status, 200)
    assert.ok(unzip(used.bytes).has('index.html'))
    assert.equal((await log()).meta.total, 1)
    app.clock.advance({ minutes: 59 })
    assert.equal((await downloadBytes(null, getPath(data.download_url))).status, 200)
    app.clock.advance({ minutes: 2 })
    assert.equal((await downloadBytes(null, getPath(data.download_url))).status, 403)
  })

  it('gives access to nothing else', async () => {
    const other = await createCourse(teacher)
    const mine = await createEnrollment(learner, other.id)
    const { data } = await learner.get(`/courses/${made.id}/download?link=1`)
    const url = new URL(data.download_url)

    for (const path of [
      `/courses/${other.id}/downloads/${mine.id}${url.search}`,
      `${url.pathname}?expires=99999999999&signature=${url.searchParams.get('signature')}`,
      url.pathname,
    ])
      assert.equal((await app.anonymous.get(path)).status, 403, path)
  })
})

describe('in an offline browser', { skip: noBrowser }, () => {
  it('opens, navigates through the lessons, shows stored media, and neither runs scripts nor loads anything', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'course-'))
    for (const [name, content] of unzip((await downloadBytes(learner, `/courses/${made.id}/download`)).bytes)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), content)
    }
    const browser = await openBrowser()
    try {
      const context = await browser.newContext({ offline: true, viewport: { width: 900, height: 1000 } })
      const page = await context.newPage()
      const asked: string[] = []
      const wrong: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      page.on('console', (message) => wrong.push(message.text()))
      const pictures = process.env.SCREENSHOTS
      const takeScreenshot = async (name: string) =>
        pictures && page.screenshot({ path: join(pictures, name), fullPage: true })

      await page.goto(pathToFileURL(join(folder, 'index.html')).href)
      await takeScreenshot('course-index.png')
      assert.equal(await page.textContent('h1'), 'Ferns & <mosses>')
      await page.click('.lessons li:first-child a')
      await takeScreenshot('course-lesson.png')
      assert.equal(await page.title(), 'Wie Farne wachsen: Éléments! – Ferns & <mosses>')
      const width = await page.evaluate("document.querySelector('img').naturalWidth")
      assert.equal(width, 40)
      await page.click('[rel=next]')
      assert.equal(await page.textContent('h1'), '<script>alert(1)</script>')
      await page.click('[rel=next]')
      assert.match((await page.textContent('main')) ?? '', /Online only: https:\/\/example\.org\/elsewhere\.mp4/)
      await page.click('header a')
      assert.equal(await page.locator('.lessons li').count(), 3)

      assert.deepEqual(
        asked.filter((url) => !url.startsWith('file:')),
        [],
      )
      assert.deepEqual(wrong, [])
    } finally {
      await browser.close()
      await rm(folder, { recursive: true })
    }
  })
})
