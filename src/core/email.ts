/** Decides which e-mail addresses are accepted: common forms that no mail header misinterprets. */

// No quoted local parts, no literal hosts, no white space; the domain has a dot or is localhost.
const address =
  /^[^\s\p{Cc}@"(),:;<>[\]\\]{1,64}@(localhost|[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+)$/u

/** Returns whether the lower-case text is an acceptable e-mail address. */
export const isEmail = (text: string) => address.test(text) && !text.includes('..')

/** Returns the address of a mailbox such as `Research Platform <no-reply@example.org>`. */
export const extractAddress = (mailbox: string) => /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox
