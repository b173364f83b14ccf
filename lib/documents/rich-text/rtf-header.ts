import { charsetOfFont, charsetOfPage } from './rtf-charsets.ts'
import type { RtfToken } from './rtf-tokens.ts'

export interface RtfFont {
  readonly name: string
  /** null: that of the document. */
  readonly charset: string | null
}

/** The tables at the start of a file. */
export interface RtfHeader {
  readonly charset: string
  readonly defaultFont: RtfFont | undefined
  readonly fonts: ReadonlyMap<number, RtfFont>
  /** 1 to 9, by the number of a paragraph style that is a heading. */
  readonly headings: ReadonlyMap<number, number>
}

interface Table {
  readonly name: 'fonttbl' | 'stylesheet'
  readonly depth: number
}

interface Entry {
  number: number | null
  name: string
  charset: string | null
  outline: number | null
  isParagraph: boolean
}

const charsetByWord: ReadonlyMap<string, string> = new Map([
  ['ansi', 'windows-1252'],
  ['mac', 'macintosh'],
  ['pc', 'cp437'],
  ['pca', 'cp850'],
])

/** Reads the tables of fonts and styles, and what the whole document states. */
export function readRtfHeader(tokens: Iterable<RtfToken>): RtfHeader {
  const fonts = new Map<number, RtfFont>()
  const headings = new Map<number, number>()
  let charset = 'windows-1252'
  let defaultFont: number | null = null
  let depth = 0
  const open: { table: Table | null } = { table: null }
  let entry = emptyEntry()

  for (const token of tokens) {
    if (token.type === 'open') depth += 1
    else if (token.type === 'close') {
      depth -= 1
      if (open.table === null) continue
      if (depth === open.table.depth) endEntry(open.table)
      if (depth < open.table.depth) open.table = null
    } else if (token.type === 'word') readWord(token.name, token.value)
    else if (token.type === 'bytes' && open.table !== null) {
      // Names within the name of a font are those of its fallbacks.
      if (depth <= open.table.depth + 1) entry.name += token.bytes
      if (token.bytes.includes(';')) endEntry(open.table)
    }
  }
  return { charset, defaultFont: implied(fonts.get(defaultFont ?? 0)), fonts, headings }

  function readWord(name: string, value: number | null): void {
    if (name === 'fonttbl' || name === 'stylesheet') {
      open.table = { name, depth }
      entry = emptyEntry()
    } else if (open.table !== null) readEntry(open.table, name, value)
    else if (name === 'ansicpg' && value !== null) charset = charsetOfPage(value) ?? charset
    else if (name === 'deff') defaultFont = value
    else charset = charsetByWord.get(name) ?? charset
  }

  function readEntry(table: Table, name: string, value: number | null): void {
    if (name === 'f' && table.name === 'fonttbl') entry.number = value
    if (name === 'fcharset' && value !== null) entry.charset = charsetOfFont(value)
    if (name === 'cpg' && value !== null) entry.charset = charsetOfPage(value) ?? entry.charset
    if (name === 's' && table.name === 'stylesheet') entry.number = value
    if (name === 'outlinelevel') entry.outline = value
    if (name === 'cs' || name === 'ds' || name === 'ts' || name === 'tsrowd') entry.isParagraph = false
  }

  function endEntry(table: Table): void {
    const { number, name, charset: own, outline, isParagraph } = entry
    const label = name.replace(/;[^]*$/, '').trim()
    if (table.name === 'fonttbl' && number !== null) fonts.set(number, { name: label, charset: own })
    const level = headingLevel(label, outline)
    if (table.name === 'stylesheet' && isParagraph && level !== null) headings.set(number ?? 0, level)
    entry = emptyEntry()
  }
}

/** Most programs state the Western charset for a default font that they do not use. */
function implied(font: RtfFont | undefined): RtfFont | undefined {
  return font?.charset === charsetOfFont(0) ? { ...font, charset: null } : font
}

function emptyEntry(): Entry {
  return { number: null, name: '', charset: null, outline: null, isParagraph: true }
}

const levels = 9

function headingLevel(name: string, outline: number | null): number | null {
  if (/^title$/i.test(name)) return 1
  const named = /^heading ([1-9])$/i.exec(name)?.[1]
  if (named !== undefined) return Number(named)
  return outline !== null && outline >= 0 && outline < levels ? outline + 1 : null
}
