import { defineMailedLink } from '#core/signed-links.ts'

/** The page where the applicant answers; it works until the interview begins. */
export const interviewLink = defineMailedLink('/interviews/:id/invitation')
