import type { Context } from '#context.ts'
import { findPublicFiles, publicUrl, type StoredFile } from '#features/files/index.ts'
import type { LessonText } from '../lessons/queries.ts'

/** What is kept here of the addresses in some lessons, by address. */
export type StoredMedia = ReadonlyMap<string, StoredFile>

/** Addresses of files end at what no such address holds. */
const rest = '[\\w./-]+'

/** One query for all of them. */
export function findStoredMedia(ctx: Context, texts: readonly LessonText[]): Promise<StoredMedia> {
  const start = publicUrl(ctx, { key: 'public/' })
  const inText = new RegExp(RegExp.escape(start) + rest, 'g')
  const addresses = texts.flatMap(({ video_url, content_url, content }) => [
    ...[video_url, content_url].flatMap((one) => one ?? []),
    ...(content.match(inText) ?? []),
  ])
  return findPublicFiles(ctx, addresses)
}

/** Its path in the archive: the unguessable part of the key keeps names apart. */
export const mediaPath = ({ key }: StoredFile) => `media/${key.slice(key.lastIndexOf('/') + 1)}`
