/** Turns LaTeX, as bibliographies have it, into plain text. */

import { accents, silent, subscripts, superscripts, symbols } from './latex-symbols.ts'

/** Groups within groups; deeper ones are read as if they had no braces. */
const deepest = 50

class Reader {
  readonly #text: string
  #at = 0
  #depth = 0
  #isMath = false

  constructor(text: string) {
    this.#text = text
  }

  /** Reads until the end of the group, or of the text. */
  readGroup(): string {
    let read = ''
    while (this.#at < this.#text.length) {
      if (this.#text[this.#at] === '}') {
        this.#at++
        if (this.#depth > 0) break
        continue
      }
      read += this.#readNext()
    }
    return read
  }

  #readNext(): string {
    const character = this.#text[this.#at++] ?? ''
    if (character === '{') return this.#readInner()
    if (character === '\\') return this.#readCommand()
    if (character === '$') {
      this.#isMath = !this.#isMath
      return ''
    }
    if (this.#isMath && (character === '^' || character === '_'))
      return raise(this.#readArgument(), character === '^' ? superscripts : subscripts)
    return this.#isMath ? character : this.#readLigature(character)
  }

  #readInner(): string {
    if (this.#depth >= deepest) return ''
    this.#depth++
    const inner = this.readGroup()
    this.#depth--
    return inner
  }

  /** The next group, command or letter. */
  #readArgument(): string {
    while (this.#text[this.#at] === ' ') this.#at++
    const next = this.#text[this.#at]
    if (next === undefined || next === '}') return ''
    if (next === '{') return this.#readNext()
    if (next === '\\') return this.#readNested()
    const letter = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 32)
    this.#at += letter.length
    return letter
  }

  /** A command as the argument of a command. */
  #readNested(): string {
    if (this.#depth >= deepest) return ''
    this.#depth++
    const nested = this.#readNext()
    this.#depth--
    return nested
  }

  #readCommand(): string {
    const [name = ''] = /[a-zA-Z]+|[\s\S]?/y.exec(this.#setLast()) ?? []
    this.#at += name.length
    const isWord = /^[a-zA-Z]/.test(name)
    // A word ends with the spaces after it, and `\\aa{}` with an empty group.
    if (isWord) while (this.#text[this.#at] === ' ') this.#at++
    return this.#interpret(name)
  }

  /** Lets the next sticky expression begin here. */
  #setLast(): string {
    return this.#text.slice(this.#at, this.#at + 40)
  }

  #interpret(name: string): string {
    const accent = accents[name]
    if (accent !== undefined) return addAccent(this.#readArgument(), accent)
    const symbol = symbols[name]
    if (symbol !== undefined) return symbol
    if (name === 'href') this.#readArgument()
    if (silent.has(name)) this.#readArgument()
    return ''
  }

  #readLigature(character: string): string {
    const ligature = ligatures.find(([source]) => this.#text.startsWith(source, this.#at - 1))
    if (ligature === undefined) return character === '~' ? ' ' : character
    this.#at += ligature[0].length - 1
    return ligature[1]
  }
}

const ligatures: readonly (readonly [string, string])[] = [
  ['---', '—'],
  ['--', '–'],
  ['``', '“'],
  ["''", '”'],
  ['?`', '¿'],
  ['!`', '¡'],
]

const dotless: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' }

/** Puts the combining character on the first letter. */
function addAccent(text: string, accent: string): string {
  const trimmed = text.trimStart()
  const first = String.fromCodePoint(trimmed.codePointAt(0) ?? 32)
  return `${(dotless[first] ?? first) + accent}`.normalize('NFC') + trimmed.slice(first.length)
}

/** Raises or lowers the text if all of it can be. */
const raise = (text: string, forms: ReadonlyMap<string, string>): string =>
  [...text].every((character) => forms.has(character))
    ? [...text].map((character) => forms.get(character)).join('')
    : text

/** Returns the text without commands and braces. Unknown commands are left out, their arguments stay. */
export function decodeLatex(text: string): string {
  if (!/[\\{}$~`'-]/.test(text)) return text
  return new Reader(text).readGroup()
}
