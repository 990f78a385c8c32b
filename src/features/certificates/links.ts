import type { Context, Transaction } from '#context.ts'

type WithConfig = Pick<Context | Transaction, 'config'>

/** The public page of a certificate. */
export const pageOf = ({ config }: WithConfig, code: string) =>
  `${config.publicUrl}/certificates/verify/${code}`

/** Its picture for other sites. */
export const badgeOf = (reach: WithConfig, code: string) => `${pageOf(reach, code)}/badge.svg`

/** The document, for whoever may read it. */
export const documentOf = ({ config }: WithConfig, id: number) =>
  `${config.publicUrl}/certificates/${id}/download`
