/** A line that opens a block of code, and what closes it. */
export interface CodeFence {
  readonly mark: string
  /** The whole line, its end included. */
  readonly line: string
}

/** How much is looked at for the end of a line or of a span of code. */
const lookCharsMax = 2000

/**
 * The fence that a text begins with, after nothing but spaces on its line.
 * @returns `open` where more has to come; null where it is none
 */
export function findFence(text: string, mark: string, final: boolean): CodeFence | 'open' | null {
  if (mark.length < 3) return null
  const line = firstLine(text, final)
  if (line === undefined) return 'open'
  if (line === null || (mark.startsWith('`') && line.includes('`', mark.length))) return null
  return { mark, line }
}

/**
 * What of a block of code is decided: its next line, or a part of a long one.
 * @param begins whether the text begins a line
 * @returns a closing line as its mark alone: with space around it not every reader of Markdown closes the block
 */
export function readFenced(
  text: string,
  { mark }: CodeFence,
  { begins, final }: { begins: boolean; final: boolean },
): { taken: number; code: string; closes: boolean } | 'open' {
  const line = firstLine(text, final)
  if (line === undefined) return 'open'
  if (line === null) return { taken: lookCharsMax, code: text.slice(0, lookCharsMax), closes: false }
  const said = line.trim()
  const closes = begins && said.length >= mark.length && said === (mark[0] ?? '').repeat(said.length)
  const code = closes ? said + (line.endsWith('\n') ? '\n' : '') : line
  return { taken: line.length, code, closes }
}

/**
 * The span of code that a text begins with. Only one that every reader of Markdown sees as such: it ends on its line,
 * and no table can cut a link out of it.
 * @returns its length; `open` where more has to come; null where it is none
 */
export function findSpan(text: string, mark: string, final: boolean): number | 'open' | null {
  const line = firstLine(text, final)
  const looked = line === undefined ? text : (line ?? text.slice(0, lookCharsMax))
  const close = new RegExp(`(?<!\`)${mark}(?!\`)`, 'u').exec(looked.slice(mark.length))
  if (close === null) return line === undefined ? 'open' : null
  const end = mark.length + close.index + mark.length
  if (end === looked.length && line === undefined) return 'open'
  if (end === looked.length && line === null) return null
  return /\|.*[[<:.]|[[<:.].*\|/u.test(looked.slice(0, end)) ? null : end
}

/** @returns the first line with its end; null: it is too long; undefined: its end has to come */
function firstLine(text: string, final: boolean): string | null | undefined {
  const end = text.indexOf('\n')
  if (end !== -1 && end < lookCharsMax) return text.slice(0, end + 1)
  if (end !== -1 || text.length > lookCharsMax) return null
  return final ? text : undefined
}
