import { joinParts } from '#adapters/content/markdown.ts'
import { ObjectMissing } from '#adapters/storage/storage.ts'
import type { ArchivedFile } from '#adapters/zip.ts'
import type { Context } from '#context.ts'
import { html } from '#core/html.ts'
import { foldText } from '#core/text-normalization.ts'
import type { StoredFile } from '#features/files/index.ts'
import type { Localizer } from '#language/wording.ts'
import { createWriter, type Writer } from '#pages/writer.ts'
import { type LessonText, lessons } from '../lessons/queries.ts'
import type { CourseRow } from '../queries.ts'
import { addStoredFile, addTextFile, type KnownVersion, type Manifest, renderManifest } from './manifest.ts'
import { findStoredMedia, getMediaPath, type StoredMedia } from './media.ts'
import { type CoursePage, type Medium, type OutlineEntry, renderIndexPage, renderLessonPage } from './pages.ts'
import { recordVersion, signFile } from './versions.ts'

/** Lessons read at a time, so that the download begins before all are read. */
const readAtOnce = 10

/** What a learner asks for. */
export interface DownloadRequest {
  /** The enrollment, whose lessons open at their time; that of the author, who has all, is `noEnrollment`. */
  enrollment_id: number
  wording: Localizer
  /** What the device has, which is not sent again; null for the whole course. */
  since: KnownVersion | null
}

interface Lesson extends OutlineEntry {
  id: number
}

/**
 * Creates the files of a course one after the other: the pages, the media and finally the manifest with sizes and
 * hashes, and its signature. Lessons that open later are left out. The content depends on these, on the language of the user and on the
 * version that the device has, and on nothing else of the user or the time.
 */
export async function* createCourseFiles(
  ctx: Context,
  course: CourseRow,
  { enrollment_id, wording, since }: DownloadRequest,
): AsyncGenerator<ArchivedFile> {
  const writer = createWriter(wording)
  const manifest: Manifest = { files: [], lessons: [], since }
  const media = new Map<string, StoredFile>()
  const now = ctx.clock.now()
  const outline = (await lessons.followed.all(ctx, { course_id: course.id, enrollment_id }))
    .filter(({ available_at }) => (available_at ?? now) <= now)
    .map(withPage)
  const about = { title: course.title, description: course.description, instructor: course.instructor.name }

  yield* addTextFile(manifest, 'index.html', renderIndexPage(writer, about, outline))
  for (let start = 0; start < outline.length; start += readAtOnce) {
    const ids = outline.slice(start, start + readAtOnce).map(({ id }) => id)
    const texts = await lessons.texts.all(ctx, { course_id: course.id, ids })
    const kept = await findStoredMedia(ctx, texts)
    for (const file of kept.values()) media.set(getMediaPath(file), file)
    yield* createLessonFiles(manifest, { writer, about, outline, kept, texts })
  }
  yield* createMediaFiles(ctx, manifest, media)
  yield* createManifestFiles(ctx, course, manifest)
}

/** The manifest and its signature. The version is known to later downloads once both are sent. */
async function* createManifestFiles(ctx: Context, course: CourseRow, manifest: Manifest): AsyncGenerator<ArchivedFile> {
  const { version, text } = renderManifest(course, manifest)
  yield { name: 'course.json', content: text, compressed: true }
  yield { name: 'course.json.jws', content: await signFile(ctx, text), compressed: true }
  await recordVersion(ctx, course.id, { version, files: manifest.files })
}

const withPage = (lesson: Omit<Lesson, 'page'>): Lesson => ({ ...lesson, page: lessonPath(lesson) })

/** Like `lessons/007-how-ferns-grow.html`, so that file listings are in the order of the course. */
function lessonPath({ order, title }: { order: number; title: string }): string {
  const words = foldText(title).match(/[a-z\d]+/g) ?? []
  const name = [String(order).padStart(3, '0'), ...words].join('-').slice(0, 60)
  return `lessons/${name}.html`
}

interface Some {
  writer: Writer
  about: CoursePage
  outline: readonly Lesson[]
  kept: StoredMedia
  texts: readonly (LessonText & { id: number })[]
}

async function* createLessonFiles(manifest: Manifest, { writer, about, outline, kept, texts }: Some) {
  const findMediaPath = (address: string | null) => {
    const file = kept.get(address ?? '')
    return file === undefined ? null : getMediaPath(file)
  }
  const locals = Object.fromEntries([...kept].map(([address, file]) => [address, `../${getMediaPath(file)}`]))
  for (const { id, content, rendered, ...text } of texts) {
    const index = outline.findIndex((one) => one.id === id)
    const lesson = outline[index]
    if (lesson === undefined) continue
    const { title, description, duration_minutes, video_url, content_url } = text
    const { order, page } = lesson
    const paths = { page, video: findMediaPath(video_url), content: findMediaPath(content_url) }
    manifest.lessons.push({ id, order, title, description, duration_minutes, ...paths })
    const written = renderLessonPage(writer, about, {
      title,
      description,
      content: rendered === '' ? html`<pre>${content}</pre>` : joinParts(rendered, locals),
      media: [video_url, content_url].flatMap((address) => describeMedium(address, kept)),
      previous: outline[index - 1],
      next: outline[index + 1],
    })
    yield* addTextFile(manifest, page, written)
  }
}

function describeMedium(address: string | null, kept: StoredMedia): Medium[] {
  if (address === null) return []
  const file = kept.get(address)
  if (file === undefined) return [{ local: null, address, filename: '', mime_type: '' }]
  const { filename, mime_type } = file
  return [{ local: `../${getMediaPath(file)}`, address, filename, mime_type }]
}

async function* createMediaFiles(ctx: Context, manifest: Manifest, media: ReadonlyMap<string, StoredFile>) {
  for (const [path, { key }] of media)
    try {
      yield* addStoredFile(manifest, path, () => ctx.storage.open(key))
    } catch (error) {
      // A missing file does not fail the download.
      if (!(error instanceof ObjectMissing)) throw error
      ctx.log.error({ key }, 'course file missing')
    }
}
