/** Applications for blind posts reach their judges in batches, with a score that does not change. */

import { boolean, integer, type Migration } from './schema.ts'

export const blindBatches: Migration = {
  name: '0039-blind-batches',
  up(schema) {
    // Submitted to a blind post, and still pending for all but the applicant until its batch.
    schema.addColumn('job_applications', 'sealed', boolean().default(false))
    // What was proven when the application reached its judges, in coarse steps.
    schema.addColumn('job_applications', 'blind_score', integer().nullable())
    schema.index('job_applications', ['id', 'applied_at'], { where: 'sealed' })
    // The order of one's own applications. The ids of those for blind posts are random.
    schema.index('job_applications', ['user_id', 'applied_at', 'id'])
  },
}
