import { createTermQueries } from '#database/query/terms.ts'

/** The words by which resumes are searched. */
export const resumeTerms = createTermQueries('resume_terms')
