import type { PersonalData } from '#features/feature.ts'
import { publications, strengths } from './queries.ts'
import { listEvidenceOf } from './service.ts'

export const evidencePersonalData: PersonalData = {
  name: 'evidence',
  async export(ctx, userId) {
    const proofs = await listEvidenceOf(ctx, userId)
    return proofs.map(({ user_id, key, ...evidence }) => evidence)
  },
  async erase(tx, userId) {
    await strengths.clear.run(tx, { user_id: userId })
    await publications.clear.run(tx, { user_id: userId })
  },
}
