import { type Static, Type } from 'typebox'
import { DateTime, withDescription } from '#core/schema.ts'
import { SignedQuery } from '#core/signed-links.ts'

const Since = Type.Optional(
  Type.String({
    pattern: '^[0-9a-f]{64}$',
    maxLength: 64,
    sentence: 'The version must be the one of a manifest: 64 hexadecimal digits.',
    description:
      'The `version` of the manifest that the device has: what is the same is left out, and `removed` names the files that went. ' +
      'With one that is not known any more, the whole course is sent, and `since` of the manifest is null.',
  }),
)

export const DownloadQuery = Type.Object({
  since: Since,
  link: Type.Optional(Type.Boolean({ description: 'Answer a link instead, which works for an hour without a token.' })),
})

export const LinkedDownloadQuery = Type.Object({ ...SignedQuery.properties, since: Since })
export type LinkedDownloadQuery = Static<typeof LinkedDownloadQuery>

export const DownloadLink = Type.Object(
  {
    download_url: Type.String({ description: 'The URL of the download, valid for an hour without a token.' }),
    expires_at: withDescription(DateTime, 'When it expires.'),
  },
  { title: 'DownloadLink' },
)
export type DownloadLink = Static<typeof DownloadLink>
