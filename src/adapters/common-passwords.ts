/** The list of common passwords, which is loaded only where the operator refuses them. */

/** The length of the list that is refused. */
const most = 10_000

let loaded: Promise<ReadonlySet<string>> | undefined

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  // Ordered by frequency.
  return new Set(dictionary['passwords-common'].slice(0, most))
}

/** Returns whether the password, in any case, is among the 10,000 commonest. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loaded ??= load()
  return (await loaded).has(password.toLowerCase())
}
