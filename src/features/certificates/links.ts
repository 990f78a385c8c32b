import type { Context, Transaction } from '#context.ts'

type Reach = Pick<Context | Transaction, 'config'>

/** The public page of a certificate. */
export const pageOf = ({ config }: Reach, code: string) => `${config.publicUrl}/certificates/verify/${code}`

/** Its picture for other sites. */
export const badgeOf = (reach: Reach, code: string) => `${pageOf(reach, code)}/badge.svg`

/** The document, for whoever may read it. */
export const documentOf = ({ config }: Reach, id: number) => `${config.publicUrl}/certificates/${id}/download`
