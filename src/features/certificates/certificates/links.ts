import type { AnyContext } from '#context.ts'

type WithConfig = Pick<AnyContext, 'config'>

/** The public verification page. */
export const pageUrl = ({ config }: WithConfig, code: string) => `${config.publicUrl}/certificates/verify/${code}`

/** The badge for other sites. */
export const badgeUrl = (ctx: WithConfig, code: string) => `${pageUrl(ctx, code)}/badge.svg`

/** A status list of credentials. */
export const statusListUrl = ({ config }: WithConfig, list: number) => `${config.publicUrl}/certificates/status/${list}`

/** The PDF; it requires a sign-in. */
export const documentUrl = ({ config }: WithConfig, id: number) => `${config.publicUrl}/certificates/${id}/download`
