import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ArchivedFile } from '#adapters/zip.ts'
import type { CourseRow } from '../queries.ts'

export interface ManifestFile {
  path: string
  /** Bytes. */
  size: number
  sha256: string
}

interface ManifestLesson {
  id: number
  order: number
  title: string
  description: string
  duration_minutes: number
  /** Paths in the archive; null for files that it does not contain. */
  page: string
  video: string | null
  content: string | null
}

/** What a device has of a course. */
export interface KnownVersion {
  version: string
  files: ReadonlyMap<string, ManifestFile>
}

/** The content of an archive, collected while it is created. What the known version has as well is not sent. */
export interface Manifest {
  readonly files: ManifestFile[]
  readonly lessons: ManifestLesson[]
  readonly since: KnownVersion | null
}

export function* addTextFile({ files, since }: Manifest, path: string, content: string): Generator<ArchivedFile> {
  const sha256 = createHash('sha256').update(content).digest('hex')
  files.push({ path, size: Buffer.byteLength(content), sha256 })
  if (since?.files.get(path)?.sha256 !== sha256) yield { name: path, content, compressed: true }
}

/** Adds a stored file and measures it while it is read. Its path has a random part of its own, so a known one is the same file. */
export async function* addStoredFile(
  manifest: Manifest,
  path: string,
  open: () => Promise<Readable>,
): AsyncGenerator<ArchivedFile> {
  const known = manifest.since?.files.get(path)
  if (known !== undefined) {
    manifest.files.push(known)
    return
  }
  const content = await open()
  yield {
    name: path,
    content: Readable.from(measureWhileReading(manifest, path, content), { objectMode: false }),
    compressed: false,
  }
}

async function* measureWhileReading({ files }: Manifest, path: string, content: Readable) {
  const hash = createHash('sha256')
  let size = 0
  for await (const bytes of content) {
    hash.update(bytes)
    size += bytes.length
    yield bytes
  }
  files.push({ path, size, sha256: hash.digest('hex') })
}

/** Renders `course.json`, which programs need to read the archive and to sync progress, and the version that it describes. */
export function renderManifest(course: CourseRow, { lessons, files, since }: Manifest) {
  const paths = new Set(files.map(({ path }) => path))
  // Files that were missing in the storage are left out.
  const present = (path: string | null) => (path !== null && paths.has(path) ? path : null)
  const content = {
    course: {
      id: course.id,
      title: course.title,
      description: course.description,
      category: course.category,
      level: course.level,
      instructor: { id: course.instructor.id, name: course.instructor.name },
      sequential: course.sequential,
    },
    lessons: lessons.map((lesson) => ({
      ...lesson,
      video: present(lesson.video),
      content: present(lesson.content),
    })),
    files,
  }
  const version = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const removed = [...(since?.files.keys() ?? [])].filter((path) => !paths.has(path))
  const manifest = { format: 1, version, since: since?.version ?? null, removed, ...content }
  return { version, text: `${JSON.stringify(manifest, null, 2)}\n` }
}
