/** Filters besides the query. One value of each list must match, and all of `all_skills`. */
export interface Filters {
  verified?: boolean | undefined
  field?: readonly string[] | undefined
  skill?: readonly string[] | undefined
  all_skills?: readonly string[] | undefined
  institution?: readonly string[] | undefined
  country?: readonly string[] | undefined
  location?: readonly string[] | undefined
  availability?: readonly string[] | undefined
  min_experience?: number | undefined
}

/** Removes empty values, which forms send; undefined when none is left. */
export function removeEmpty(input: string | readonly string[] | undefined): string[] | undefined {
  const values = new Set([input ?? []].flat().filter((value) => value.trim() !== ''))
  return values.size === 0 ? undefined : [...values]
}
