/** Which e-mail addresses are taken: those people have, in a form that no mail header reads as something else. */

// No quoted local parts, no literal hosts, no white space, a dot in the domain or localhost.
const address =
  /^[^\s\p{Cc}@"(),:;<>[\]\\]{1,64}@(localhost|[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+)$/u

/** Whether the text, in lower case, is an address somebody can sign in with. */
export const isEmail = (text: string) => address.test(text) && !text.includes('..')
