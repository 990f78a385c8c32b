/** Values in the table of the members of companies. */

export type CompanyRole = 'owner' | 'admin' | 'recruiter' | 'interviewer'
