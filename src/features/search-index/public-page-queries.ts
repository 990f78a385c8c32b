import { isTrue } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** The profiles with a public page, which their researchers have chosen. */
export const publicPages = {
  ids: prepare((q) =>
    q.selectFrom('researchers').select('id').where(isTrue('public_page')).where('visibility', '=', 'public'),
  ),
}
