/**
 * What an element holds, as HTML. linkedom writes `&` in an attribute as it is, and `&lt;` would then be read as another
 * character: attributes are escaped while it writes.
 */
export function toHtml(root: Element): string {
  const escaped: { element: Element; name: string; value: string }[] = []
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (value.includes('&')) escaped.push({ element, name, value })
    }
  }
  for (const { element, name, value } of escaped) element.setAttribute(name, value.replaceAll('&', '&amp;'))
  const html = root.innerHTML
  for (const { element, name, value } of escaped) element.setAttribute(name, value)
  return html
}
