/** Values in the tables of accounts and of their sign-in. */

export type Role = 'student' | 'learner' | 'researcher' | 'recruiter' | 'admin'

export interface UserLinks {
  website: string
  linkedin: string
  orcid: string
  github: string
}

/** `google`, `linkedin`, `orcid`, or a name of `OIDC_PROVIDERS`. */
export type Provider = string
