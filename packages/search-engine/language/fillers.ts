import stopwords from 'stopwords-iso/stopwords-iso.json' with { type: 'json' }
import { stopWords } from './tokenizer.ts'

/** Words that occur in sentences on every subject, such as `need`, `help` and `please`. */
const fillers: ReadonlySet<string> = new Set(stopwords.en)

export const isFiller = (word: string): boolean => fillers.has(word)

/** Whether people ask in a sentence, such as "I need an expert in malaria, please". */
export const isSentence = (words: readonly string[]): boolean =>
  words.filter((word) => stopWords.has(word) || isFiller(word)).length >= 2
