import type { Credential } from '@research-platform/credentials'
import { createStatusList, listLength } from '#adapters/credentials.ts'
import type { Context } from '#context.ts'
import { ensure, notFound } from '#core/problem.ts'
import { encodeAsJwt, getIssuerDid, prove } from '#features/issuer/index.ts'
import { findUser } from '#features/users/index.ts'
import { normalizeCode } from '../codes.ts'
import { getStatusListUrl } from '../links.ts'
import { certificates } from '../queries.ts'
import type { CertificateRow } from '../record.ts'
import { getReadable } from '../service.ts'
import { describeCredential } from './document.ts'

/** `proof` is JSON with a Data Integrity proof; `jwt` the same signed as a JWT. */
export type CredentialForm = 'proof' | 'jwt'

export interface SignedCredential {
  code: string
  content: string
}

/** Returns the credential of the certificate for its holder and administrators. */
export const getCredential = async (ctx: Context, id: number, form: CredentialForm): Promise<SignedCredential> =>
  sign(ctx, await getReadable(ctx, id), form)

/** Returns the credential of a code. 404 if unknown. */
export const getCredentialByCode = async (
  ctx: Context,
  code: string,
  form: CredentialForm,
): Promise<SignedCredential> =>
  sign(ctx, await certificates.byCode.one(ctx, { verification_code: normalizeCode(code) }), form)

async function sign(ctx: Context, row: CertificateRow, form: CredentialForm): Promise<SignedCredential> {
  const holder = await findUser(ctx, row.user_id)
  const credential = describeCredential(ctx, row, holder?.email_verified ? holder.email : null)
  const content = form === 'jwt' ? await encodeAsJwt(ctx, credential) : await prove(ctx, credential, row.issued_at)
  return { code: row.verification_code, content }
}

/** Returns a status list with the bits of all revoked certificates. 404 for a list without certificates. */
export async function getStatusList(ctx: Context, list: number, form: CredentialForm): Promise<string> {
  const first = (list - 1) * listLength
  const last = await certificates.last.maybe(ctx, {})
  ensure(list === 1 || (last !== null && last.id >= first), notFound)
  const { total, newest } = await certificates.countRevoked.one(ctx, { first, end: first + listLength })
  const validFrom = newest ?? '2026-01-01T00:00:00.000Z'
  const credential = {
    ...(await getUnsignedList(ctx, { list, first, state: `${total} ${newest}` })),
    issuer: getIssuerDid(ctx.config),
    validFrom,
  }
  return form === 'jwt' ? encodeAsJwt(ctx, credential) : prove(ctx, credential, validFrom)
}

/** The lists of each database as they were made last, because strangers may ask for them again and again. */
const known = new WeakMap<object, Map<number, { state: string; made: Promise<Credential> }>>()

interface CredentialRange {
  list: number
  /** The number of its first certificate. */
  first: number
  /** Changes with every revocation. */
  state: string
}

function getUnsignedList(ctx: Context, { list, first, state }: CredentialRange): Promise<Credential> {
  const lists = known.get(ctx.db) ?? new Map<number, { state: string; made: Promise<Credential> }>()
  known.set(ctx.db, lists)
  const former = lists.get(list)
  if (former?.state === state) return former.made
  const made = makeList(ctx, list, first)
  lists.set(list, { state, made })
  // The caller has the error; the next one tries again.
  made.catch(() => lists.delete(list))
  return made
}

async function makeList(ctx: Context, list: number, first: number): Promise<Credential> {
  const revoked = await certificates.revokedBetween.all(ctx, { first, end: first + listLength })
  return createStatusList(
    getStatusListUrl(ctx, list),
    revoked.map(({ id }) => id - first),
  )
}
