import { renderMarkdown } from '#adapters/content/markdown.ts'
import { ObjectMissing } from '#adapters/storage/storage.ts'
import type { ArchivedFile } from '#adapters/zip.ts'
import type { Context } from '#context.ts'
import { foldText } from '#core/text-normalization.ts'
import type { StoredFile } from '#features/files/index.ts'
import type { Course } from '../catalog/schemas.ts'
import { type LessonText, lessons } from '../lessons/queries.ts'
import { type Manifest, manifestJson, storedFile, textFile } from './manifest.ts'
import { type Kept, keptBy, mediaPathOf } from './media.ts'
import { type CoursePage, indexPage, lessonPage, type Medium, type OutlineEntry } from './pages.ts'

/** Lessons that are read at once: the download begins before the last of them is. */
const readAtOnce = 10

interface Lesson extends OutlineEntry {
  id: number
}

/**
 * The files of a course, made one after the other: the pages, then the media that are kept here, and at the end the
 * manifest, which has the sizes and hashes of all. Nothing in them depends on the reader or the hour.
 */
export async function* courseFiles(ctx: Context, course: Course): AsyncGenerator<ArchivedFile> {
  const manifest: Manifest = { files: [], lessons: [] }
  const media = new Map<string, StoredFile>()
  const outline = (await lessons.outline.all(ctx, { course_id: course.id })).map(placed)
  const about = { title: course.title, description: course.description, instructor: course.instructor.name }

  yield textFile(manifest, 'index.html', indexPage(about, outline))
  for (let start = 0; start < outline.length; start += readAtOnce) {
    const ids = outline.slice(start, start + readAtOnce).map(({ id }) => id)
    const texts = await lessons.texts.all(ctx, { course_id: course.id, ids })
    const kept = await keptBy(ctx, texts)
    for (const file of kept.values()) media.set(mediaPathOf(file), file)
    yield* lessonFiles(manifest, { about, outline, kept, texts })
  }
  yield* mediaFiles(ctx, manifest, media)
  yield textFile(manifest, 'course.json', manifestJson(course, manifest))
}

const placed = (lesson: Omit<Lesson, 'page'>): Lesson => ({ ...lesson, page: pageOf(lesson) })

/** Like `lessons/007-how-ferns-grow.html`: in the order of the course also where files are only listed. */
function pageOf({ order, title }: { order: number; title: string }): string {
  const words = foldText(title).match(/[a-z\d]+/g) ?? []
  const name = [String(order).padStart(3, '0'), ...words].join('-').slice(0, 60)
  return `lessons/${name}.html`
}

interface Some {
  about: CoursePage
  outline: readonly Lesson[]
  kept: Kept
  texts: readonly (LessonText & { id: number })[]
}

async function* lessonFiles(manifest: Manifest, { about, outline, kept, texts }: Some) {
  const pathOf = (address: string | null) => {
    const file = kept.get(address ?? '')
    return file === undefined ? null : mediaPathOf(file)
  }
  const locals = Object.fromEntries([...kept].map(([address, file]) => [address, `../${mediaPathOf(file)}`]))
  for (const { id, content, ...text } of texts) {
    const index = outline.findIndex((one) => one.id === id)
    const lesson = outline[index]
    if (lesson === undefined) continue
    const { title, description, duration_minutes, video_url, content_url } = text
    const { order, page } = lesson
    const paths = { page, video: pathOf(video_url), content: pathOf(content_url) }
    manifest.lessons.push({ id, order, title, description, duration_minutes, ...paths })
    const written = lessonPage(about, {
      title,
      description,
      content: await renderMarkdown(content, locals),
      media: [video_url, content_url].flatMap((address) => mediumAt(address, kept)),
      previous: outline[index - 1],
      next: outline[index + 1],
    })
    yield textFile(manifest, page, written)
  }
}

function mediumAt(address: string | null, kept: Kept): Medium[] {
  if (address === null) return []
  const file = kept.get(address)
  if (file === undefined) return [{ local: null, address, filename: '', mime_type: '' }]
  const { filename, mime_type } = file
  return [{ local: `../${mediaPathOf(file)}`, address, filename, mime_type }]
}

async function* mediaFiles(ctx: Context, manifest: Manifest, media: ReadonlyMap<string, StoredFile>) {
  for (const [path, { key }] of media)
    try {
      yield storedFile(manifest, path, await ctx.storage.open(key))
    } catch (error) {
      // The rest of the course is worth having without it.
      if (!(error instanceof ObjectMissing)) throw error
      ctx.log.error({ key }, 'A file of a course is gone.')
    }
}
