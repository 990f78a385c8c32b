/** Writes the sentences of a page in the language of its reader. */

import { type Fragment, type Html, html } from '#core/html.ts'
import type { Template, Values } from '#language/sentence.ts'
import { createTranslate, type Translate, translateToParts } from '#language/translation.ts'
import type { Localizer } from '#language/wording.ts'

/** Markup, or texts that cannot change the direction of the sentence. */
type HtmlValues<T extends Template> = { readonly [Name in keyof Values<T>]: Html | string | number }

export interface Writer {
  readonly wording: Localizer
  readonly write: Translate
  /** Writes a sentence whose values are markup, such as links. */
  readonly writeHtml: <T extends Template>(template: T, values: HtmlValues<T>) => Fragment
}

export function createWriter(wording: Localizer): Writer {
  return {
    wording,
    write: createTranslate(wording),
    writeHtml: (template, values) =>
      translateToParts<Html>(template, mapStrings(values), wording).map((part) =>
        typeof part === 'number' ? String(part) : part,
      ),
  }
}

/** Texts of users get a direction of their own. */
const mapStrings = (values: Readonly<Record<string, Html | string | number>>): Record<string, Html | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? html`<bdi>${value}</bdi>` : value,
    ]),
  )
