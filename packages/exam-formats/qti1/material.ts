/** The texts of QTI 1.2: `material`, in which plain texts, HTML and pictures follow each other. */

import { isHtml } from '../html.ts'
import { escapeXml, getText, isElement, listChildren, renderHtml, type XmlElement } from '../xml.ts'

/** Returns the material as HTML. */
export function renderMaterial(material: XmlElement | null | undefined): string {
  return listChildren(material).map(renderPart).join('')
}

function renderPart(part: XmlElement): string {
  switch (part.name) {
    case 'mattext':
      return renderText(part)
    case 'matemtext':
      return `<em>${renderText(part)}</em>`
    case 'matbreak':
      return '<br>'
    case 'matimage':
      return `<img src="${escapeXml(part.attributes.uri ?? '')}" alt="${escapeXml(part.attributes.label ?? '')}">`
    case 'mataudio':
    case 'matvideo':
    case 'matapplet':
    case 'matapplication':
      return `<${part.name.slice(3, 8)}></${part.name.slice(3, 8)}>`
    default:
      return listChildren(part).length === 0 ? '' : renderMaterial(part)
  }
}

/** A text without a type is plain, unless it looks like HTML. */
function renderText(part: XmlElement): string {
  if (part.children.some(isElement)) return renderHtml(part)
  const text = getText(part)
  const type = part.attributes.texttype?.toLowerCase() ?? ''
  const isMarkup = type === '' ? isHtml(text) : type.includes('html')
  return isMarkup ? text : escapeXml(text)
}
