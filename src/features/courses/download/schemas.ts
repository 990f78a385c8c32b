import { type Static, Type } from 'typebox'
import { DateTime } from '#core/schema.ts'

export const DownloadQuery = Type.Object({
  link: Type.Optional(Type.Boolean({ description: 'Answer a link instead, which works for an hour without a token.' })),
})

export const DownloadLink = Type.Object(
  { download_url: Type.String(), expires_at: DateTime },
  { title: 'DownloadLink' },
)
export type DownloadLink = Static<typeof DownloadLink>
