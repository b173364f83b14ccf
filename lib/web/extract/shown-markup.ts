const sectionStart = '<![CDATA['
const sectionEnd = ']]>'
const headChars = 2000
const xhtml = /^\s*<\?xml\b|\bxmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/

/**
 * A page whose declarative shadow roots are elements, and whose CDATA sections are text if it is XHTML: browsers
 * display both, but an HTML parser without scripts removes them.
 */
export function shownMarkup(html: string): string {
  const open = withOpenRoots(html)
  return xhtml.test(html.slice(0, headChars)) ? withText(open) : open
}

const templateTag = /<template\b([^<>]{0,1000})>|<\/template\s*>/gi

function withOpenRoots(html: string): string {
  if (!/shadowroot/i.test(html)) return html
  const isOpen: boolean[] = []
  return html.replaceAll(templateTag, (tag, attributes: string | undefined) => {
    if (attributes === undefined) return isOpen.pop() === true ? '</div>' : tag
    const isRoot = /\bshadowroot(?:mode)?\s*=/i.test(attributes)
    isOpen.push(isRoot)
    return isRoot ? '<div>' : tag
  })
}

function withText(html: string): string {
  const [first = '', ...sections] = html.split(sectionStart)
  return [first, ...sections.map(toText)].join('')
}

function toText(section: string): string {
  const end = section.indexOf(sectionEnd)
  if (end === -1) return sectionStart + section
  const text = section.slice(0, end).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return text + section.slice(end + sectionEnd.length)
}
