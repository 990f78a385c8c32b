/** Generates the sentences of `<exam-room>` in all languages, from the catalogues of the service. */

type Sentences = Readonly<Record<string, string>>

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const writeLanguage = (sentences: readonly string[], language: string, messages: Sentences): string => {
  const missing = sentences.filter((sentence) => messages[sentence] === undefined)
  if (missing.length > 0) throw new Error(`src/language/catalogues/${language}.json lacks: ${missing.join(' · ')}`)
  const lines = sentences.map((sentence) => `    ${quote(sentence)}: ${quote(messages[sentence] ?? '')},`)
  return `  ${language}: {\n${lines.join('\n')}\n  },`
}

/** Returns the module of the sentences. Throws for one that a catalogue lacks. */
export const generateLanguages = (
  sentences: readonly string[],
  catalogues: Readonly<Record<string, Sentences>>,
): string =>
  `/** The sentences of the exam room by language; English is in the code. \`npm run generate\` writes this file. */

export const languages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${Object.entries(catalogues)
  .map(([language, messages]) => writeLanguage([...sentences].sort(), language, messages))
  .join('\n')}
}
`
