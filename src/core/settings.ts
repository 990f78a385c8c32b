/** Reads settings from environment variables and collects a message for each invalid one. */

export type Variables = Readonly<Record<string, string | undefined>>

export class Settings {
  /** One message for each invalid setting. */
  readonly errors: string[] = []
  readonly #variables: Variables

  constructor(variables: Variables) {
    this.#variables = variables
  }

  /** Returns the trimmed value; an empty one counts as missing. */
  optional(name: string): string | undefined {
    const value = this.#variables[name]?.trim()
    return value === '' ? undefined : value
  }

  /** Returns the value unchanged, because a password may begin with a space. */
  verbatim(name: string): string | undefined {
    return this.#variables[name] || undefined
  }

  require(name: string, why: string) {
    if (this.optional(name) === undefined) this.errors.push(`${name} must be set in production ${why}.`)
  }

  integer(name: string, preset: number, least: number, most = Number.MAX_SAFE_INTEGER): number {
    const value = this.optional(name)
    if (value === undefined) return preset
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (number >= least && number <= most) return number
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`
    this.errors.push(`${name} must be a whole number ${range}, not "${value}".`)
    return preset
  }

  flag(name: string, preset: boolean): boolean {
    const value = this.optional(name)?.toLowerCase()
    if (value === undefined) return preset
    if (['true', '1', 'yes', 'on'].includes(value)) return true
    if (['false', '0', 'no', 'off'].includes(value)) return false
    this.errors.push(`${name} must be true or false, not "${value}".`)
    return preset
  }

  oneOf<T extends string>(name: string, values: readonly T[], preset: T): T {
    const value = this.optional(name)
    if (value === undefined) return preset
    const known = values.find((one) => one === value)
    if (known === undefined) this.errors.push(`${name} must be one of ${values.join(', ')}, not "${value}".`)
    return known ?? preset
  }

  /**
   * Returns the address without a trailing slash. Messages do not repeat the value, because it may contain a password.
   */
  url(name: string, ...protocols: string[]): string | null {
    const value = this.optional(name)
    if (value === undefined) return null
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value.replace(/(?<!\/)\/+$/, '')
    this.errors.push(`${name} must be a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}.`)
    return null
  }

  /** Returns the parts between commas; null when there are none, or for `*`. */
  list(name: string): string[] | null {
    const value = this.optional(name)
    if (value === undefined || value === '*') return null
    return value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  }
}
