/** The points of an item of QTI 1.2. */

import { findChild, listDescendants } from '../xml.ts'
import { listEarning } from './conditions.ts'
import { getField, type QtiItem } from './qti-item.ts'

/** What scores in percent end at. */
const percent = 100

/** Returns the points that the metadata name, or else the largest score, unless it is a percentage. */
export function readPoints({ element, conditions }: QtiItem): number {
  const metadata = findChild(element, 'itemmetadata')
  const fields = ['points_possible', 'cc_weighting', 'qmd_weighting'].map((name) => getField(metadata, name))
  const named = fields.find((value) => value !== '')
  if (named !== undefined) return Number(named.replace(',', '.'))
  const most = listDescendants(element, 'decvar').map(({ attributes }) => Number(attributes.maxvalue ?? 0))
  const [best] = listEarning(conditions)
  const score = Math.max(0, ...most.filter(Number.isFinite), best?.score ?? 0)
  return score === 0 || score === percent ? 1 : score
}
