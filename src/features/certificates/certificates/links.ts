import type { AnyContext } from '#context.ts'

type WithConfig = Pick<AnyContext, 'config'>

/** The public verification page. */
export const pageUrl = ({ config }: WithConfig, code: string) => `${config.publicUrl}/certificates/verify/${code}`

/** The badge for other sites. */
export const badgeUrl = (ctx: WithConfig, code: string) => `${pageUrl(ctx, code)}/badge.svg`

/** The addresses of status lists begin with this one. */
export const statusListsUrl = ({ config }: WithConfig) => `${config.publicUrl}/certificates/status/`

/** A status list of credentials. */
export const statusListUrl = (ctx: WithConfig, list: number) => `${statusListsUrl(ctx)}${list}`

/** The PDF; it requires a sign-in. */
export const documentUrl = ({ config }: WithConfig, id: number) => `${config.publicUrl}/certificates/${id}/download`
