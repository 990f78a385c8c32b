/** Asserts that a text tells no secret, whatever chance writes into its tokens, ids and times. */

import assert from 'node:assert/strict'

/** The least length of letters and digits that chance does not write into a text. */
const minLength = 7

/** Returns those of the secrets that the text holds, in any case. What is short counts only as a whole word, so not within a token or a number. */
const findSecrets = (text: string, secrets: readonly string[]): string[] => {
  const lower = text.toLowerCase()
  return secrets.filter((secret) => {
    const wanted = secret.toLowerCase()
    if (wanted.length >= minLength || !/^(\w+|[\d.]+)$/.test(wanted)) return lower.includes(wanted)
    return new RegExp(`(?<![\\w.-])${RegExp.escape(wanted)}(?![\\w-])`).test(lower)
  })
}

export function assertUntold(text: string, secrets: readonly string[], place = ''): void {
  assert.deepEqual(findSecrets(text, secrets), [], place)
}
