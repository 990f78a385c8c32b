/** Decides which e-mail addresses are accepted: common forms that no mail header misinterprets. */

import { hasHiddenCharacter, normalizeForm } from './text-normalization.ts'

// No quoted local parts, no literal hosts, no white space; the domain has a dot or is localhost.
const address =
  /^[^\s\p{Cc}@"(),:;<>[\]\\]{1,64}@(localhost|[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+)$/u

/** A joiner has no purpose in an address, and accents need a letter. */
const misleading = /[\u200c\u200d]|(^|[@.])\p{M}/u

/** Returns the address in lower case and NFC, so that one address is one text, however it was typed. */
export const normalizeEmail = (text: string) => normalizeForm(normalizeForm(text.trim(), 'NFC').toLowerCase(), 'NFC')

/** Returns whether the normalized text is an acceptable e-mail address. */
export const isEmail = (text: string) =>
  address.test(text) && !text.includes('..') && !misleading.test(text) && !hasHiddenCharacter(text)

/** Returns the address of a mailbox such as `Research Platform <no-reply@example.org>`. */
export const extractAddress = (mailbox: string) => /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox
