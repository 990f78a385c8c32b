import type { AnyContext } from '#context.ts'

type WithConfig = Pick<AnyContext, 'config'>

/** The public verification page. */
export const getPageUrl = ({ config }: WithConfig, code: string) =>
  `${config.publicUrl}/certificates/verify/${encodeURIComponent(code)}`

/** The badge for other sites. */
export const getBadgeUrl = (ctx: WithConfig, code: string) => `${getPageUrl(ctx, code)}/badge.svg`

/** The addresses of status lists begin with this one. */
export const getStatusListsUrl = ({ config }: WithConfig) => `${config.publicUrl}/certificates/status/`

/** A status list of credentials. */
export const getStatusListUrl = (ctx: WithConfig, list: number) => `${getStatusListsUrl(ctx)}${list}`

/** The PDF; it requires a sign-in. */
export const getDocumentUrl = ({ config }: WithConfig, id: number) => `${config.publicUrl}/certificates/${id}/download`
