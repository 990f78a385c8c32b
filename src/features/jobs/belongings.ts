import type { Belongings } from '../belongings/index.ts'
import { jobPosts } from './posts/queries.ts'

export const jobBelongings: Belongings = {
  name: 'jobs',
  read: async (ctx, userId) => ({
    job_posts: await jobPosts.everythingOf.inBackground(ctx, { user_id: userId }),
  }),
  async erase() {},
}
