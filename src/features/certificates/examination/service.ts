import { getDidUrl } from '@research-platform/credentials'
import { fetchPublicText } from '#adapters/public-web.ts'
import type { Context } from '#context.ts'
import { isSameHost } from '#core/host.ts'
import { toNetwork } from '#core/ip-network.ts'
import { createFieldProblem, notFound } from '#core/problem.ts'
import { describeDid, getIssuerDid } from '#features/issuer/index.ts'
import { embed, type Sentence } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { getStatusList } from '../credential/service.ts'
import { getPageUrl, getStatusListsUrl } from '../links.ts'
import type { Sources, VerificationCheck, VerificationReport } from './credential-verification.ts'
import { verifyCredentialFile } from './examine-file.ts'
import type { ExaminedCredential } from './schemas.ts'

/** The media types of keys and status lists. */
const accept = 'application/did+json, application/vc, application/json'

/** Examines the credential in a file that was sent. 422 when there is none. */
export async function verifyUploadedCredential(
  ctx: Context,
  path: string,
  email: string | null,
): Promise<ExaminedCredential> {
  const examination = await verifyCredentialFile({ path, email, callers: listCallers(ctx) }, createSources(ctx, true))
  if (examination === null) throw noCredential
  return presentExamination(ctx, examination)
}

function listCallers({ actor, origin }: Context): string[] {
  const network = `network ${toNetwork(origin.address ?? '')}`
  return actor.id === 0 ? [network] : [`user ${actor.id}`, network]
}

/** The heading of an examination. */
export const describeExamination = ({
  verdict,
  isRevoked,
}: Pick<VerificationReport, 'verdict' | 'isRevoked'>): Sentence => {
  if (isRevoked) return embed('This credential was revoked')
  if (verdict === 'proven') return embed('This credential is genuine')
  return embed(verdict === 'refuted' ? 'Do not rely on this credential' : 'Not everything could be checked')
}

function presentExamination(
  ctx: Context,
  { verdict, isRevoked, facts, findings }: VerificationReport,
): ExaminedCredential {
  const { wording } = ctx
  const { id, name, issuer, holder, achievements, validFrom, validUntil } = facts
  const isOurs = issuer.id === getIssuerDid(ctx.config) && findings.some(isProvenContent)
  const [, code] = isOurs ? (/\/certificates\/verify\/([\w-]+)\/credential$/.exec(id) ?? []) : []
  return {
    verdict,
    revoked: isRevoked,
    summary: translate(describeExamination({ verdict, isRevoked }), wording),
    name,
    issuer,
    holder,
    achievements,
    valid_from: validFrom,
    valid_until: validUntil,
    findings: findings.map(({ message, ...finding }) => ({ ...finding, message: translate(message, wording) })),
    certificate_url: code === undefined ? null : getPageUrl(ctx, code),
  }
}

const isProvenContent = ({ about, outcome }: VerificationCheck) => about === 'content' && outcome === 'proven'

const noCredential = createFieldProblem(
  'file',
  'There is no credential in this file. PDF, SVG, PNG, JSON and JWT files can contain one (Open Badges 3.0, W3C).',
)

/** Reads documents of this service without the network, and others only if `online`. */
export function createSources(ctx: Context, online: boolean): Sources {
  const { config } = ctx
  const ownDid = getIssuerDid(config)
  const lists = getStatusListsUrl(ctx)
  return {
    ownDid,
    now: ctx.clock.now(),
    async read(url) {
      if (url === getDidUrl(ownDid)) return JSON.stringify(await describeDid(ctx))
      if (url.startsWith(lists)) return readStatusList(ctx, url.slice(lists.length))
      // Whatever else is here may be a file that a user has uploaded, and says nothing about this issuer.
      if (isSameHost(url, config.publicUrl)) return null
      return online ? readForeign(url, config.allowPrivateAddresses) : null
    },
  }
}

/** Returns a document of another issuer from the network; null when it cannot be read. */
export const readForeign = (url: string, allowPrivate: boolean): Promise<string | null> =>
  // The report says that it cannot be checked; strangers choose the address, so its failures are nobody's errors.
  fetchPublicText(url, { accept, allowPrivate }).catch(() => null)

/** Null for a list that does not exist. Whatever else fails says nothing about the credential. */
async function readStatusList(ctx: Context, number: string): Promise<string | null> {
  if (!/^[1-9]\d{0,6}$/.test(number)) return null
  return getStatusList(ctx, Number(number), 'proof').catch((error: unknown) => {
    if (error === notFound) return null
    throw error
  })
}
