/** Settings for the registries that say what scholarly works are: Crossref, DataCite and ORCID. */

import type { Settings } from '#core/settings.ts'

export interface RegistryConfig {
  /** The addresses of the APIs, without a trailing slash. */
  crossref: string
  datacite: string
  /** Null for that of the issuer at which people link their iD. */
  orcid: string | null
}

/** The addresses of the registries; outside production, those of the doubles that this service serves. */
export function readRegistries(
  settings: Settings,
  { publicUrl, isProduction }: { publicUrl: string; isProduction: boolean },
): RegistryConfig {
  const read = (name: string) => settings.url(name, ...(isProduction ? ['https:'] : ['https:', 'http:']))
  const sandbox = `${publicUrl}/sandbox/registries`
  return {
    crossref: read('CROSSREF_API_BASE') ?? (isProduction ? 'https://api.crossref.org' : `${sandbox}/crossref`),
    datacite: read('DATACITE_API_BASE') ?? (isProduction ? 'https://api.datacite.org' : `${sandbox}/datacite`),
    orcid: read('ORCID_API_BASE'),
  }
}
