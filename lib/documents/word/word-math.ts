import { childOf, elementsOf, innerText, type XmlElement } from '#lib/documents/office/xml-tree.ts'

/** A formula on one line. */
export function mathText(element: XmlElement): string {
  const { name } = element
  const part = (tag: string): string => {
    const child = childOf(element, tag)
    return child === undefined ? '' : mathText(child)
  }
  switch (name) {
    case 'm:t':
    case 'w:t':
      return innerText(element)
    case 'm:f':
      return `${grouped(part('m:num'))}/${grouped(part('m:den'))}`
    case 'm:sSup':
      return `${part('m:e')}^${grouped(part('m:sup'))}`
    case 'm:sSub':
      return `${part('m:e')}_${grouped(part('m:sub'))}`
    case 'm:sSubSup':
      return `${part('m:e')}_${grouped(part('m:sub'))}^${grouped(part('m:sup'))}`
    case 'm:rad':
      return `${part('m:deg')}√${grouped(part('m:e'))}`
    case 'm:nary': {
      const sign = childOf(childOf(element, 'm:naryPr'), 'm:chr')?.attributes['m:val'] ?? '∫'
      const [from, to] = [part('m:sub'), part('m:sup')]
      return `${sign}${from === '' ? '' : `_${grouped(from)}`}${to === '' ? '' : `^${grouped(to)}`} ${part('m:e')}`
    }
    case 'm:d': {
      const properties = childOf(element, 'm:dPr')
      const sign = (tag: string, known: string): string =>
        childOf(properties, tag)?.attributes['m:val'] ?? known
      const inner = elementsOf(element).filter(child => child.name === 'm:e')
      return `${sign('m:begChr', '(')}${inner.map(mathText).join(sign('m:sepChr', '|'))}${sign('m:endChr', ')')}`
    }
    case 'm:mr':
      return elementsOf(element).map(mathText).join(' ')
    case 'm:m':
      return `[${elementsOf(element).map(mathText).filter(Boolean).join('; ')}]`
    default:
      return elementsOf(element).map(mathText).join('')
  }
}

function grouped(text: string): string {
  return /^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`
}
