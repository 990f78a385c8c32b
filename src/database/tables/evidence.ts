/** Tables of what users have proven, and of the skills that are asked for. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

interface SkillTermsTable {
  term: string
  item_id: number
}

interface SkillStrengthsTable {
  user_id: number
  skill_key: string
  strength: number
}

interface JobPostSkillsTable {
  job_post_id: number
  skill_key: string
  share: number
}

interface ProvenPublicationsTable {
  id: Generated<number>
  user_id: number
  orcid: string
  /** The put-code of the work on the ORCID record. */
  work: number
  title: string
  year: number | null
  doi: string | null
  source: string
  proven_at: Timestamp
}

export interface EvidenceTables {
  exam_skills: SkillTermsTable
  course_skills: SkillTermsTable
  skill_strengths: SkillStrengthsTable
  job_post_skills: JobPostSkillsTable
  proven_publications: ProvenPublicationsTable
}
