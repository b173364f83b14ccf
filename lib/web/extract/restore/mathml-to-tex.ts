import { isElement } from '#lib/web/extract/walk.ts'

type Writer = (parts: readonly string[], element: Element) => string

const joined: Writer = parts => parts.join('')
const nothing: Writer = () => ''
const text = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim()
// Invisible operators of MathML.
const invisible = /[\u2061-\u2064]/g
const functions = /^(?:sin|cos|tan|log|ln|exp|lim|max|min|sup|inf|det|gcd|arg|dim|ker|deg)$/

const accents: ReadonlyMap<string, string> = new Map([
  ['˙', 'dot'],
  ['¨', 'ddot'],
  ['→', 'vec'],
  ['^', 'hat'],
  ['ˆ', 'hat'],
  ['~', 'tilde'],
  ['˜', 'tilde'],
  ['¯', 'overline'],
  ['‾', 'overline'],
])

const writers: Readonly<Record<string, Writer>> = {
  mi: (_, element) => toIdentifier(text(element)),
  mn: (_, element) => text(element),
  mo: (_, element) => text(element).replace(invisible, ''),
  mtext: (_, element) => `\\text{${text(element)}}`,
  ms: (_, element) => `\\text{${text(element)}}`,
  mspace: () => ' ',
  mfrac: ([over = '', under = ''], element) =>
    element.getAttribute('linethickness')?.startsWith('0') === true
      ? `{${over} \\atop ${under}}`
      : `\\frac{${over}}{${under}}`,
  msqrt: parts => `\\sqrt{${parts.join('')}}`,
  mroot: ([base = '', index = '']) => `\\sqrt[${index}]{${base}}`,
  msup: ([base = '', over = '']) => `${base}^${group(over)}`,
  msub: ([base = '', under = '']) => `${base}_${group(under)}`,
  msubsup: ([base = '', under = '', over = '']) => `${base}_${group(under)}^${group(over)}`,
  mover: ([base = '', over = '']) => {
    const accent = accents.get(over.trim())
    return accent === undefined ? `${base}^${group(over)}` : `\\${accent}{${base}}`
  },
  munder: ([base = '', under = '']) => `${base}_${group(under)}`,
  munderover: ([base = '', under = '', over = '']) => `${base}_${group(under)}^${group(over)}`,
  mfenced: (parts, element) =>
    `${element.getAttribute('open') ?? '('}${parts.join(',')}${element.getAttribute('close') ?? ')'}`,
  mtable: parts => `\\begin{matrix}${parts.join(' \\\\ ')}\\end{matrix}`,
  mtr: parts => parts.join(' & '),
  mphantom: nothing,
  annotation: nothing,
  'annotation-xml': nothing,
}

/** A formula in TeX. Unknown elements give their content. */
export function mathmlToTex(element: Element): string {
  const parts = [...element.childNodes].filter(isElement).map(mathmlToTex)
  const name = element.localName.toLowerCase()
  const writer = Object.hasOwn(writers, name) ? writers[name] : undefined
  if (writer !== undefined) return writer(parts, element)
  return parts.length === 0 ? text(element) : joined(parts, element)
}

function toIdentifier(name: string): string {
  if (name.length <= 1 || !/^[a-z]+$/i.test(name)) return name
  return functions.test(name) ? `\\${name} ` : `\\mathrm{${name}}`
}

function group(part: string): string {
  const trimmed = part.trim()
  return trimmed.length === 1 ? trimmed : `{${trimmed}}`
}
