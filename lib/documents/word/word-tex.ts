import { childOf, elementsOf, innerText, type XmlElement } from '#lib/documents/office/xml-tree.ts'

/** A formula of Word in TeX, with its letters and signs as they are. */
export function mathTex(element: XmlElement): string {
  const part = (tag: string): string => {
    const child = childOf(element, tag)
    return child === undefined ? '' : mathTex(child)
  }
  const property = (tag: string, known: string): string =>
    childOf(childOf(element, `${element.name}Pr`), tag)?.attributes['m:val'] ?? known
  switch (element.name) {
    case 'm:r':
      return runTex(element)
    case 'm:t':
    case 'w:t':
      return escape(innerText(element))
    case 'm:f':
      return fraction(part('m:num'), part('m:den'), property('m:type', 'bar'))
    case 'm:sSup':
      return `${part('m:e')}${script('^', part('m:sup'))}`
    case 'm:sSub':
      return `${part('m:e')}${script('_', part('m:sub'))}`
    case 'm:sSubSup':
      return `${part('m:e')}${script('_', part('m:sub'))}${script('^', part('m:sup'))}`
    case 'm:sPre':
      return `{}${script('_', part('m:sub'))}${script('^', part('m:sup'))}${part('m:e')}`
    case 'm:rad': {
      const degree = part('m:deg')
      return `\\sqrt${degree === '' ? '' : `[${degree}]`}{${part('m:e')}}`
    }
    case 'm:nary': {
      const sign = property('m:chr', '∫')
      return `${naries.get(sign) ?? sign}${script('_', part('m:sub'))}${script('^', part('m:sup'))} ${part('m:e')}`
    }
    case 'm:func':
      return `${functionTex(part('m:fName'))} ${part('m:e')}`
    case 'm:limLow':
      return `${functionTex(part('m:e'))}${script('_', part('m:lim'))}`
    case 'm:limUpp':
      return `${functionTex(part('m:e'))}${script('^', part('m:lim'))}`
    case 'm:acc':
      return `\\${accents.get(property('m:chr', '\u0302')) ?? 'hat'}{${part('m:e')}}`
    case 'm:bar':
      return `\\${property('m:pos', 'bot') === 'top' ? 'overline' : 'underline'}{${part('m:e')}}`
    case 'm:d': {
      const inner = elementsOf(element).filter(({ name }) => name === 'm:e')
      const [begin, end] = [property('m:begChr', '('), property('m:endChr', ')')]
      return `${escape(begin)}${inner.map(mathTex).join(escape(property('m:sepChr', '|')))}${escape(end)}`
    }
    case 'm:m':
      return `\\begin{matrix}${rowsTex(element, 'm:mr')}\\end{matrix}`
    case 'm:mr':
      return elementsOf(element).map(mathTex).join(' & ')
    case 'm:eqArr':
      return `\\begin{aligned}${rowsTex(element, 'm:e')}\\end{aligned}`
    default:
      return elementsOf(element).map(mathTex).join('')
  }
}

const naries: ReadonlyMap<string, string> = new Map([
  ['∫', '\\int'],
  ['∬', '\\iint'],
  ['∭', '\\iiint'],
  ['∮', '\\oint'],
  ['∑', '\\sum'],
  ['∏', '\\prod'],
  ['⋃', '\\bigcup'],
  ['⋂', '\\bigcap'],
])

const accents: ReadonlyMap<string, string> = new Map([
  ['\u0302', 'hat'],
  ['\u0303', 'tilde'],
  ['\u0304', 'bar'],
  ['\u0305', 'overline'],
  ['\u0307', 'dot'],
  ['\u0308', 'ddot'],
  ['\u030c', 'check'],
  ['\u20d7', 'vec'],
])

function runTex(run: XmlElement): string {
  const text = elementsOf(run).map(mathTex).join('')
  const isPlain = childOf(childOf(run, 'm:rPr'), 'm:nor') !== undefined
  return isPlain && text.trim() !== '' ? `\\text{${text}}` : text
}

function fraction(over: string, under: string, type: string): string {
  switch (type) {
    case 'lin':
    case 'skw':
      return `${over}/${under}`
    case 'noBar':
      return `{${over} \\atop ${under}}`
    default:
      return `\\frac{${over}}{${under}}`
  }
}

function script(sign: '^' | '_', text: string): string {
  if (text === '') return ''
  return `${sign}${/^[\p{L}\p{N}]$/u.test(text) ? text : `{${text}}`}`
}

const functions = /^(?:sin|cos|tan|cot|log|ln|exp|lim|max|min|sup|inf|det|gcd|arg|dim|ker|deg)$/

function functionTex(name: string): string {
  const plain = name.trim()
  return functions.test(plain) ? `\\${plain}` : plain
}

function rowsTex(element: XmlElement, name: string): string {
  return elementsOf(element)
    .filter(child => child.name === name)
    .map(mathTex)
    .join(' \\\\ ')
}

function escape(text: string): string {
  return text.replaceAll(/[\\{}$%#&_]/g, sign => (sign === '\\' ? '\\backslash ' : `\\${sign}`))
}
