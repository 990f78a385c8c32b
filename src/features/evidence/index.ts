import type { Feature } from '#features/feature.ts'
import { readOrcidWorks } from './orcid-works.ts'
import { evidencePersonalData } from './personal-data.ts'
import { refreshGiven, refreshHolders, refreshProofs } from './proof-refresh.ts'

export { refreshAllProofs } from './proof-refresh.ts'
export { listEvidenceOf, listProofs, type Proof } from './service.ts'
export { calculateStrength, weights } from './weights.ts'

export const evidence: Feature = {
  personalData: evidencePersonalData,
  tasks: [refreshHolders, refreshGiven, readOrcidWorks],
  onEvidenceChanged: refreshProofs,
}
