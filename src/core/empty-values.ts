/** Returns whether a value of JSON says nothing: other programs write null or an empty text where they have nothing. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
