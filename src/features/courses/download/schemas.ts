import { type Static, Type } from 'typebox'
import { DateTime, withDescription } from '#core/schema.ts'

export const DownloadQuery = Type.Object({
  link: Type.Optional(Type.Boolean({ description: 'Answer a link instead, which works for an hour without a token.' })),
})

export const DownloadLink = Type.Object(
  {
    download_url: Type.String({ description: 'The URL of the download, valid for an hour without a token.' }),
    expires_at: withDescription(DateTime, 'When it expires.'),
  },
  { title: 'DownloadLink' },
)
export type DownloadLink = Static<typeof DownloadLink>
