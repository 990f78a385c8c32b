/** Links that are not as the service signed them. */

/**
 * Returns the link with another signature. Its first letter is replaced by one that differs from it: a fixed letter would be the right one
 * in every sixty-fourth link.
 */
export const changeSignature = (link: string): string =>
  link.replace(/(?<=signature=)./, (first) => (first === 'A' ? 'B' : 'A'))
