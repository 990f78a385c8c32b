/** Writes texts on which a regular expression takes as long as it can: they match it up to a repetition, repeat, and then do not match. */

import { type AST, RegExpParser } from '@eslint-community/regexpp'

/** Characters of many classes; those that the expression names are added. */
const representatives = [...' \t\n\r\0aZ0_-./\\"\'<>()@,:;=+{}[&%#|~é\u0301ßع中\u200b\u00ad']

/** Ends of a text, some of which no repetition matches. */
const ends = ['', '\0', 'x\n', '/']

interface Repetition {
  before: string
  body: AST.QuantifiableElement
  after: string
}

/** Returns a text of about the length, without its beginning and end. */
export type WriteText = (length: number) => string

/** Returns a way to write texts for each way to repeat a part of the expression. */
export function listWorstTexts({ source, flags }: RegExp): WriteText[] {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
  const characters = new Set([...representatives, ...listCharacters(pattern)])
  return [...listRepetitions(pattern, flags)].flatMap(({ before, body, after }) => {
    const sample = writeSample(body, flags)
    const units = new Set([
      ...[...characters].filter((character) => matchesWhole(body, flags, character)),
      ...[sample, before + sample, sample + after, before + sample + after],
    ])
    return [...units]
      .filter((unit) => unit !== '')
      .flatMap((unit) =>
        ends.map(
          (end): WriteText =>
            (length) =>
              before + unit.repeat(Math.ceil(length / unit.length)) + end,
        ),
      )
  })
}

function* listRepetitions(
  node: AST.Pattern | AST.Element,
  flags: string,
  before = '',
  after = '',
): Iterable<Repetition> {
  if (node.type === 'Quantifier') {
    if (node.max === Number.POSITIVE_INFINITY) yield { before, body: node.element, after }
    yield* listRepetitions(node.element, flags, before, after)
  }
  if (!('alternatives' in node)) return
  for (const { elements } of node.alternatives)
    for (const [index, element] of elements.entries()) {
      const write = (part: AST.Element[]) => part.map((neighbor) => writeSample(neighbor, flags)).join('')
      yield* listRepetitions(
        element,
        flags,
        before + write(elements.slice(0, index)),
        write(elements.slice(index + 1)) + after,
      )
    }
}

/** Returns a short text that matches the part; empty for a condition such as `^`. */
function writeSample(node: AST.Element, flags: string): string {
  switch (node.type) {
    case 'Character':
      return String.fromCodePoint(node.value)
    case 'Quantifier':
      return writeSample(node.element, flags).repeat(node.min)
    case 'Group':
    case 'CapturingGroup':
      return (node.alternatives[0]?.elements ?? []).map((element) => writeSample(element, flags)).join('')
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const candidates = [...listCharacters(node), ...representatives]
      return candidates.find((character) => matchesWhole(node, flags, character)) ?? ''
    }
    default:
      return ''
  }
}

const matchesWhole = ({ raw }: AST.Node, flags: string, text: string) =>
  !/\\[1-9k]/.test(raw) && new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, '')).test(text)

/** Returns the characters that are written in the expression. */
function listCharacters(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(listCharacters)
  if (typeof node !== 'object' || node === null) return []
  if ('type' in node && node.type === 'Character' && 'value' in node) return [String.fromCodePoint(Number(node.value))]
  return Object.entries(node).flatMap(([name, part]) =>
    name === 'parent' || name === 'resolved' ? [] : listCharacters(part),
  )
}
