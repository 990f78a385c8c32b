/** Writes documents in XML 1.0, which lacks some of the characters that HTML and JSON have. */

import { type Html, renderHtml } from './html.ts'

/** All but the characters of https://www.w3.org/TR/xml/#charsets; a reader refuses a document with another one. */
const missingCharacters = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Returns the element; characters that XML lacks are replaced by U+FFFD. Its templates are those of HTML, which escape the same. */
export const renderXmlElement = (element: Html): string => renderHtml(element).replace(missingCharacters, '\ufffd')

/** Returns the document with this element. */
export const renderXml = (root: Html): string => `<?xml version="1.0" encoding="UTF-8"?>\n${renderXmlElement(root)}`
