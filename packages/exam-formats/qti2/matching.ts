/** Items of QTI 2.1 in which the choices of one set belong to those of another. */

import { createLoss, createRefusal } from '../reasons.ts'
import { listChildren, listDescendants, type XmlElement } from '../xml.ts'
import { renderContent } from './body.ts'
import { type AnswerDraft, getDeclaration, type QtiItem } from './qti-item.ts'
import { listRightValues } from './responses.ts'

interface Choice {
  identifier: string
  text: string
}

export function readMatching(item: QtiItem, interaction: XmlElement): AnswerDraft {
  const [lefts = [], rights = []] = listChildren(interaction, 'simpleMatchSet').map((set) =>
    listDescendants(set, 'simpleAssociableChoice').map(
      (choice): Choice => ({
        identifier: choice.attributes.identifier ?? '',
        text: item.toPlainText(renderContent(choice)),
      }),
    ),
  )
  const values = listRightValues(getDeclaration(item, interaction))
  if (values.length === 0) throw createRefusal('noRightAnswer')
  const links = values.map((value) => readLink(value, lefts, rights))
  const isUnique = (side: 'left' | 'right') => new Set(links.map((link) => link[side])).size === links.length
  if (isUnique('left')) return complete(item, links, { lefts, rights })
  // Things that are sorted into categories: the categories become the right sides.
  if (!isUnique('right')) throw createRefusal('severalRights')
  const swapped = links.map(({ left, right }) => ({ left: right, right: left }))
  return complete(item, swapped, { lefts: rights, rights: lefts })
}

interface Link {
  left: Choice
  right: Choice
}

function readLink(value: string, lefts: readonly Choice[], rights: readonly Choice[]): Link {
  const [first = '', second = ''] = value.split(/\s+/)
  const left = lefts.find(({ identifier }) => identifier === first)
  const right = rights.find(({ identifier }) => identifier === second)
  if (left === undefined || right === undefined) throw createRefusal('unknownRightAnswer', { answer: value })
  return { left, right }
}

function complete(item: QtiItem, links: readonly Link[], sets: { lefts: Choice[]; rights: Choice[] }): AnswerDraft {
  if (links.length < sets.lefts.length) item.note(createLoss('extraItems'))
  const used = new Set(links.map(({ right }) => right.text))
  return {
    type: 'matching',
    pairs: links.map(({ left, right }) => ({ left: left.text, right: right.text })),
    options: sets.rights.map(({ text }) => text).filter((text) => !used.has(text)),
  }
}
