/** The locale of the reader and the sentences in their language; the service sends them in the place of this module. */

export const locale: string = 'en'
export const words: Readonly<Record<string, string>> = {}
