/** An index by which the different places of job posts are found, and the posts of a place. */

import type { Migration } from './schema.ts'

export const placesOfJobPosts: Migration = {
  name: '0109-places-of-job-posts',
  up(schema) {
    schema.index('job_posts', ['location'])
  },
}
