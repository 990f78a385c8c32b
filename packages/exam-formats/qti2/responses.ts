/** What an item of QTI 2.1 declares about its responses: right values, and points for values. */

import { findChild, getText, listChildren, listDescendants, type XmlElement } from '../xml.ts'

export interface Declaration {
  identifier: string
  cardinality: string
  baseType: string
  correct: string[]
  mapping: { key: string; points: number; isCaseSensitive: boolean }[]
  upperBound: number | null
}

export function readDeclarations(item: XmlElement): ReadonlyMap<string, Declaration> {
  const declarations = listChildren(item, 'responseDeclaration').map(readDeclaration)
  return new Map(declarations.map((declaration) => [declaration.identifier, declaration]))
}

function readDeclaration(element: XmlElement): Declaration {
  const { identifier = '', cardinality = 'single', baseType = '' } = element.attributes
  const mapping = findChild(element, 'mapping')
  const upperBound = Number(mapping?.attributes.upperBound ?? Number.NaN)
  return {
    identifier,
    cardinality,
    baseType,
    correct: listDescendants(findChild(element, 'correctResponse'), 'value')
      .map((value) => getText(value).trim())
      .filter((value) => value !== ''),
    mapping: listChildren(mapping, 'mapEntry').map(({ attributes }) => ({
      key: attributes.mapKey ?? '',
      points: Number(attributes.mappedValue ?? 0) || 0,
      isCaseSensitive: attributes.caseSensitive === 'true',
    })),
    upperBound: Number.isFinite(upperBound) ? upperBound : null,
  }
}

/** Returns the right values: those that are declared, or else those with most points. */
export function listRightValues({ correct, mapping, cardinality }: Declaration): string[] {
  if (correct.length > 0) return correct
  const most = Math.max(0, ...mapping.map(({ points }) => points))
  const isSingle = cardinality === 'single'
  return mapping.filter(({ points }) => points > 0 && (!isSingle || points === most)).map(({ key }) => key)
}
