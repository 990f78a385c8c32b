import type { AnyContext } from '#context.ts'

type WithConfig = Pick<AnyContext, 'config'>

/** The public page of a certificate. */
export const pageUrl = ({ config }: WithConfig, code: string) =>
  `${config.publicUrl}/certificates/verify/${code}`

/** Its picture for other sites. */
export const badgeUrl = (ctx: WithConfig, code: string) => `${pageUrl(ctx, code)}/badge.svg`

/** The document, for whoever may read it. */
export const documentUrl = ({ config }: WithConfig, id: number) =>
  `${config.publicUrl}/certificates/${id}/download`
