import type { Context } from '#context.ts'
import { findPublicFiles, getPublicFileUrl, type StoredFile } from '#features/files/index.ts'
import type { LessonText } from '../lessons/queries.ts'

/** The stored files of the addresses in some lessons, by address. */
export type StoredMedia = ReadonlyMap<string, StoredFile>

/** An address in a text ends at a character that addresses of files never contain. */
const rest = '[\\w./-]+'

/** Finds all of them with one query. */
export function findStoredMedia(ctx: Context, texts: readonly LessonText[]): Promise<StoredMedia> {
  const start = getPublicFileUrl(ctx, { key: 'public/' })
  const inText = new RegExp(RegExp.escape(start) + rest, 'g')
  const addresses = texts.flatMap(({ video_url, content_url, content }) => [
    ...[video_url, content_url].flatMap((one) => one ?? []),
    ...(content.match(inText) ?? []),
  ])
  return findPublicFiles(ctx, addresses)
}

/** The path in the archive; the random part of the key makes it unique. */
export const getMediaPath = ({ key }: StoredFile) => `media/${key.slice(key.lastIndexOf('/') + 1)}`
