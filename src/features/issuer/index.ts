import type { Feature } from '#features/feature.ts'
import { prepareKey } from './keys.ts'
import { issuerRoutes } from './routes.ts'

export { describeDid } from './documents.ts'
export { describeIssuer, getIssuerDid } from './identity.ts'
export { exportKeys, listKeys, rotateKey } from './keys.ts'
export { encodeAsJwt, getActiveSigner, isIssuerSignature, prove } from './signing.ts'

/** The issuer of credentials: its keys and its identity. */
export const issuer: Feature = { routes: [issuerRoutes], start: prepareKey }
