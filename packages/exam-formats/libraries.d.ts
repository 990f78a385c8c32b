/** The parts that are used of packages without types. */

declare module 'turndown' {
  export interface HtmlNode {
    readonly nodeName: string
    readonly parentNode: HtmlNode | null
    readonly childNodes: ArrayLike<HtmlNode>
    readonly textContent: string
    getAttribute(name: string): string | null
  }
  export interface Rule {
    filter: string | string[] | ((node: HtmlNode) => boolean)
    replacement: (content: string, node: HtmlNode) => string
  }
  interface Options {
    headingStyle: 'atx'
    hr: string
    bulletListMarker: '-'
    codeBlockStyle: 'fenced'
    emDelimiter: '*'
  }
  export default class TurndownService {
    constructor(options: Options)
    escape(text: string): string
    turndown(html: string): string
    addRule(name: string, rule: Rule): this
  }
}
