/** A formula of an answer. */
export interface Formula {
  readonly tex: string
  /** On a line of its own, instead of within the text. */
  readonly display: boolean
}

// A private character: inline code that begins with it is a formula.
const mark = '\uE0A1'

/**
 * Puts the formulas of a Markdown text into inline code, which Markdown leaves unchanged; `readFormula` finds them
 * there. Formulas are in `\(…\)`, `\[…\]`, `$$…$$`, and in `$…$` if that cannot be money. Code stays as it is.
 */
export function markMath(text: string): string {
  if (!/\$|\\[([]/.test(text)) return text
  let fence = ''
  let isList = false
  let paragraph: string[] = []
  const marked: string[] = []
  const close = () => {
    if (paragraph.length > 0) marked.push(markParagraph(paragraph.join('\n')))
    paragraph = []
  }
  for (const line of text.split('\n')) {
    const opened = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence !== '' || opened !== '') {
      close()
      marked.push(line)
      if (fence === '') fence = opened
      else if (opened.startsWith(fence) && /^[\s>]*[`~]+\s*$/.test(line)) fence = ''
      continue
    }
    if (/^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line)) isList = true
    else if (/^\S/.test(line)) isList = false
    const isIndentedCode = paragraph.length === 0 && !isList && /^(?: {4}|\t)/.test(line)
    if (line.trim() === '' || isIndentedCode) {
      close()
      marked.push(line)
    } else paragraph.push(line)
  }
  close()
  return marked.join('\n')
}

/** The formula in inline code; null for other code. */
export function readFormula(code: unknown): Formula | null {
  if (typeof code !== 'string' || !code.startsWith(mark)) return null
  try {
    return { tex: decodeURIComponent(code.slice(2)), display: code[1] === 'd' }
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

// A longer formula is not one; without a limit, a text of openings would be rescanned from each of them.
const lengthMax = 4000

const spans = new RegExp(
  [
    // Inline code, to skip it.
    String.raw`(?<!${'`'})(?<ticks>${'`'}+)(?!${'`'})[^]{1,${lengthMax}}?(?<!${'`'})\k<ticks>(?!${'`'})`,
    String.raw`(?<!\\)\\\[(?<bracketed>[^]{1,${lengthMax}}?)(?<!\\)\\\]`,
    String.raw`(?<![\\\w])\\\((?<inline>[^]{1,${lengthMax}}?)(?<!\\)\\\)`,
    String.raw`(?<![\\$])\$\$(?!\$)(?<doubled>[^]{1,${lengthMax}}?)(?<![\\$])\$\$(?!\$)`,
    String.raw`(?<![\\$\w])\$(?<dollar>[^\s$](?:[^$\n]{0,${lengthMax}}[^\s$\\])?)\$(?![\w$])`,
  ].join('|'),
  'g',
)

function markParagraph(text: string): string {
  return text.replace(spans, (span, ...rest) => {
    const groups: Readonly<Record<string, string | undefined>> = rest.at(-1)
    const at: number = rest.at(-3)
    const { bracketed, inline, doubled, dollar } = groups
    const ownLine = bracketed ?? doubled
    const formula = toFormula()
    if (formula === null) return span
    const code = `\`${mark}${formula.display ? 'd' : 'i'}${encodeURIComponent(formula.tex.trim().toWellFormed())}\``
    // Beside other code, the backticks would join.
    const before = text[at - 1] === '`' ? '\u200B' : ''
    const after = text[at + span.length] === '`' ? '\u200B' : ''
    return `${before}${code}${after}`

    function toFormula(): Formula | null {
      if (inline !== undefined && inline.trim() !== '') return { tex: inline, display: false }
      if (ownLine !== undefined && ownLine.trim() !== '') {
        const isOwnLine = /(?:^|\n)[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?$/.test(
          text.slice(Math.max(0, at - 200), at),
        )
        return isOwnLine || isMath(ownLine) ? { tex: ownLine, display: true } : null
      }
      return dollar !== undefined && isMath(dollar) ? { tex: dollar, display: false } : null
    }
  })
}

/** Whether text between dollars is a formula: not an amount, not a variable of a shell, not prose. */
function isMath(text: string): boolean {
  if (/^\s*[A-Za-z\u0370-\u03FF]'*\s*$/.test(text)) return true
  const words = text.replace(/\\[A-Za-z]+\*?(?:\{[^{}]*\})?/g, ' ')
  const isStrong = /[\\^_]/.test(text)
  if (/[A-Za-z]{3,}[\s,]+[A-Za-z]{2,}/.test(words)) return false
  if (isStrong) return true
  return /[=<>+\-*/(){}|,!]/.test(text) && !/^\s*\d/.test(text) && !/[A-Za-z]{3,}/.test(words)
}
