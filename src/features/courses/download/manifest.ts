import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ArchivedFile } from '#adapters/zip.ts'
import type { CourseRow } from '../queries.ts'

interface ManifestFile {
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

/** The content of an archive, collected while it is created. */
export interface Manifest {
  readonly files: ManifestFile[]
  readonly lessons: ManifestLesson[]
}

export function addTextFile({ files }: Manifest, path: string, content: string): ArchivedFile {
  const sha256 = createHash('sha256').update(content).digest('hex')
  files.push({ path, size: Buffer.byteLength(content), sha256 })
  return { name: path, content, compressed: true }
}

/** Adds a stored file and measures it while it is read. */
export const addStoredFile = (manifest: Manifest, path: string, content: Readable): ArchivedFile => ({
  name: path,
  content: Readable.from(measureWhileReading(manifest, path, content), { objectMode: false }),
  compressed: false,
})

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

/** Renders `course.json`, which programs need to read the archive and to sync progress. */
export function renderManifest(course: CourseRow, { lessons, files }: Manifest): string {
  const paths = new Set(files.map(({ path }) => path))
  // Files that were missing in the storage are left out.
  const present = (path: string | null) => (path !== null && paths.has(path) ? path : null)
  return `${JSON.stringify(
    {
      format: 1,
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
    },
    null,
    2,
  )}\n`
}
