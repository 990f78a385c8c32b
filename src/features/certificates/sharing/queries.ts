import { isOfValidKey } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

interface NewRow {
  certificate_id: number
  token: string
  shows: ('name' | 'result' | 'awarded_by')[]
  purpose: string
  now: string
  expires_at: string | null
  key_id: number | null
}

const columns = ['id', 'certificate_id', 'token', 'shows', 'purpose', 'created_at', 'expires_at'] as const

export const shares = {
  add: prepare((q, p: NewRow) =>
    q
      .insertInto('certificate_shares')
      .values({
        certificate_id: p.certificate_id,
        token: p.token,
        shows: p.shows,
        purpose: p.purpose,
        created_at: p.now,
        expires_at: p.expires_at,
        key_id: p.key_id,
      })
      .returning('id'),
  ),

  byToken: prepare((q, p: { token: string; now: string }) =>
    q
      .selectFrom('certificate_shares')
      .select(columns)
      .where('token', '=', p.token)
      .where(isOfValidKey('certificate_shares.key_id', p.now)),
  ),

  ofCertificate: prepare((q, p: { certificate_id: number; now: string }) =>
    q
      .selectFrom('certificate_shares')
      .select(columns)
      .where('certificate_id', '=', p.certificate_id)
      .where(isOfValidKey('certificate_shares.key_id', p.now))
      .orderBy('id', 'desc'),
  ),

  ofUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('certificate_shares')
      .innerJoin('certificates', 'certificates.id', 'certificate_shares.certificate_id')
      .select(['certificate_shares.id', 'certificate_id', 'shows', 'purpose', 'created_at', 'expires_at'])
      .where('certificates.user_id', '=', p.user_id)
      .orderBy('certificate_shares.id'),
  ),

  remove: prepare((q, p: { id: number; certificate_id: number }) =>
    q
      .deleteFrom('certificate_shares')
      .where('id', '=', p.id)
      .where('certificate_id', '=', p.certificate_id)
      .returning('id'),
  ),

  removeAll: prepare((q, p: { user_id: number }) =>
    q
      .deleteFrom('certificate_shares')
      .where('certificate_id', 'in', (e) => e.selectFrom('certificates').select('id').where('user_id', '=', p.user_id)),
  ),
}
