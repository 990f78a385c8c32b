/** Creates elements. Texts become text nodes, so that no markup of an author is ever parsed. */

type Child = Node | string | null | false | readonly Child[]
type Attribute = string | number | boolean | null | undefined | ((event: Event) => void)

/** Creates an element. A function is a listener (`onclick`), false and null leave an attribute out, true sets it without a value. */
export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? '' : String(value))
  }
  append(element, children)
  return element
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === false) continue
    if (typeof child === 'string' || child instanceof Node) element.append(child)
    else append(element, child)
  }
}

/** Moves the focus to a heading, so that screen readers read what is new. */
export function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus()
}
