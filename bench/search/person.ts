/** A generated researcher. */

export interface Person {
  name: string
  headline: string
  bio: string
  institution: string
  /** Its other names, where it was chosen from the list of institutions. */
  institution_names?: string[]
  department: string
  location: string
  country: string
  fields: string[]
  skills: string[]
  languages: string[]
  years_experience: number
  h_index: number | null
  availability: 'available' | 'busy' | 'unavailable'
  verified: boolean
  publications: { title: string; year: number; venue: string; doi: null; url: null }[]
}
