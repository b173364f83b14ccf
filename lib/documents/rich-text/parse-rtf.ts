import { cleanAlternative } from '#lib/documents/alternative-text.ts'
import type { LooseBlock } from '#lib/documents/block-list.ts'
import type { Block, ParsedDocument } from '#lib/documents/blocks.ts'
import type { TextStyle } from '#lib/documents/inline-runs.ts'
import { NoteMarks } from '#lib/documents/note-marks.ts'
import { parseByAnydoc } from '#lib/documents/office/anydoc.ts'
import { parseError } from '#lib/documents/parse-error.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { singlePage } from '#lib/documents/single-page.ts'
import { symbolText } from '#lib/documents/word/word-symbols.ts'
import { type RtfCell, RtfBlocks, type RtfParagraph } from './rtf-blocks.ts'
import { decodeBytes } from './rtf-charsets.ts'
import { readRtfHeader, type RtfFont, type RtfHeader } from './rtf-header.ts'
import { rtfTokens } from './rtf-tokens.ts'
import { characters, shownDestinations, skippedDestinations, symbols } from './rtf-words.ts'

/** An RTF document, by its specification (1.9.1). @throws ApiError `too_complex` */
export async function parseRtf(input: ParserInput): Promise<ParsedDocument> {
  if (input.engine === 'second') return await parseByAnydoc(input)
  const reader = new RtfReader(readRtfHeader(rtfTokens(input.bytes)))
  const { headers, body, footers, text } = reader.read(input.bytes)
  const blocks = input.options.removeHeaders ? body : [...headers, ...body, ...footers]
  return singlePage('rtf', blocks, { rawTexts: [{ text }] })
}

interface State {
  readonly style: TextStyle
  readonly isSkipped: boolean
  /** The bytes of a picture are skipped, but not what describes it. */
  readonly isPicture: boolean
  /** null: the default one. */
  readonly font: number | null
  /** Bytes after a Unicode character that stand for it in older readers. */
  readonly fallback: number
  readonly paragraph: RtfParagraph
  readonly link: string | null
  readonly blocks: RtfBlocks
  /** Takes the text instead of the blocks. */
  readonly capture: string[] | null
}

interface Group {
  readonly outer: State
  /** Ends its destination. */
  end: (() => void) | null
}

const plainParagraph: RtfParagraph = { depth: 0, heading: null, isListed: false, level: 0 }
const groupsMax = 10_000

class RtfReader {
  readonly #header: RtfHeader
  readonly #groups: Group[] = []
  readonly #raw: string[] = []
  readonly #marks = new NoteMarks()
  readonly #edges = { header: [] as Block[], footer: [] as Block[] }
  #state: State
  #pending = ''
  #fallbackLeft = 0
  #isStarred = false
  #merges: RtfCell[] = []
  #merge: RtfCell = { continuesLeft: false, continuesUp: false }
  #instruction: string[] = []
  #property = ''

  constructor(header: RtfHeader) {
    this.#header = header
    this.#state = {
      style: {},
      isSkipped: false,
      isPicture: false,
      font: null,
      fallback: 1,
      paragraph: plainParagraph,
      link: null,
      blocks: new RtfBlocks(),
      capture: null,
    }
  }

  read(file: Buffer): {
    headers: readonly Block[]
    body: readonly Block[]
    footers: readonly Block[]
    text: string
  } {
    const { blocks } = this.#state
    for (const token of rtfTokens(file)) {
      if (token.type === 'bytes') {
        this.#readBytes(token.bytes)
        continue
      }
      this.#flush()
      if (token.type === 'word') this.#readWord(token.name, token.value)
      else if (token.type === 'symbol') this.#readSymbol(token.symbol)
      else if (token.type === 'open') this.#open()
      else this.#close()
    }
    this.#flush()
    while (this.#groups.length > 0) this.#close()
    const { header, footer } = this.#edges
    return {
      headers: header,
      body: blocks.end(this.#state.paragraph),
      footers: footer,
      text: this.#raw.join(''),
    }
  }

  #open(): void {
    if (this.#groups.length >= groupsMax)
      throw parseError('too_complex', 'is too large or too deeply nested. Split it into smaller files.')
    this.#groups.push({ outer: this.#state, end: null })
    this.#isStarred = false
  }

  #close(): void {
    const group = this.#groups.pop()
    if (group === undefined) return
    group.end?.()
    this.#state = group.outer
    this.#fallbackLeft = 0
  }

  /** The bytes of a character may be written in several ways, so they are decoded together. */
  #readBytes(bytes: string): void {
    const dropped = Math.min(this.#fallbackLeft, bytes.length)
    this.#fallbackLeft -= dropped
    if (!this.#state.isSkipped) this.#pending += bytes.slice(dropped)
    this.#isStarred = false
  }

  #flush(): void {
    if (this.#pending === '') return
    const bytes = this.#pending
    this.#pending = ''
    const font = this.#font()
    if (font !== undefined && /^(?:symbol|wingdings)/i.test(font.name)) {
      const codes = Array.from(bytes, each => each.charCodeAt(0).toString(16))
      this.#add(codes.map(code => symbolText(font.name, code)).join(''))
    } else this.#add(decodeBytes(bytes, font?.charset ?? this.#header.charset))
  }

  #font(): RtfFont | undefined {
    return this.#state.font === null ? this.#header.defaultFont : this.#header.fonts.get(this.#state.font)
  }

  #add(text: string): void {
    const { capture, isSkipped, style, blocks, link } = this.#state
    if (isSkipped || text === '') return
    if (capture !== null) {
      capture.push(text)
      return
    }
    if (style.hidden === true) return
    this.#raw.push(text)
    blocks.addRun({ text, ...style, ...(link !== null && { link }) })
  }

  #readSymbol(symbol: string): void {
    this.#isStarred = symbol === '*'
    if (symbol === '\n' || symbol === '\r') this.#endParagraph()
    else this.#add(symbols[symbol] ?? '')
  }

  #readWord(name: string, value: number | null): void {
    const isStarred = this.#isStarred
    this.#isStarred = false
    if (this.#startDestination(name, isStarred)) return
    if (this.#state.isSkipped) return
    const character = characters.get(name)
    if (character !== undefined) this.#add(character)
    else if (name === 'u' && value !== null) this.#addUnicode(value)
    else this.#format(name, value)
  }

  #addUnicode(value: number): void {
    const code = value < 0 ? value + 0x1_00_00 : value
    const font = this.#font()?.name ?? ''
    const isPrivate = code >= 0xe000 && code < 0xf900
    if (isPrivate) this.#add(symbolText(font, code.toString(16)))
    else if (code > 0 && code <= 0x10ffff)
      this.#add(code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code))
    this.#fallbackLeft = this.#state.fallback
  }

  /** @returns false if the word starts no destination */
  #startDestination(name: string, isStarred: boolean): boolean {
    if (name === 'ud' || (name === 'picprop' && this.#state.isPicture)) {
      this.#change({ isSkipped: false })
      return true
    }
    if (this.#state.isSkipped) return false
    const start = this.#destinations.get(name)
    if (start !== undefined) {
      start()
      return true
    }
    const isSkipped = isStarred ? !shownDestinations.has(name) : skippedDestinations.has(name)
    if (isSkipped || /^m[a-zA-Z]+Pr$/.test(name)) this.#change({ isSkipped: true })
    return isSkipped
  }

  readonly #destinations: ReadonlyMap<string, () => void> = new Map([
    ...['header', 'headerl', 'headerr', 'headerf'].map(
      name => [name, () => this.#startEdge('header')] as const,
    ),
    ...['footer', 'footerl', 'footerr', 'footerf'].map(
      name => [name, () => this.#startEdge('footer')] as const,
    ),
    ['footnote', () => this.#startNote()],
    ['shptxt', () => this.#startAnchored()],
    ['dptxbxtext', () => this.#startAnchored()],
    ['listtext', () => this.#startMarker()],
    ['pntext', () => this.#startMarker()],
    ['nesttableprops', () => this.#startNestedRow()],
    ['pict', () => this.#change({ isSkipped: true, isPicture: true })],
    ['fldinst', () => this.#startInstruction()],
    ['fldrslt', () => this.#startResult()],
    ['sn', () => this.#startCapture(text => (this.#property = text))],
    ['sv', () => this.#startCapture(text => this.#addProperty(text))],
  ])

  #startBlocks(end: (blocks: readonly Block[]) => void): void {
    const blocks = new RtfBlocks()
    this.#change({ blocks, paragraph: plainParagraph, style: {}, link: null, capture: null })
    this.#onEnd(() => end(blocks.end(this.#state.paragraph)))
  }

  #startNote(): void {
    const { blocks } = this.#state
    this.#startBlocks(found => {
      const text = found.map(each => each.text).join('\n')
      if (text !== '') blocks.addNote(text, this.#marks.of({}))
    })
  }

  #startNestedRow(): void {
    const outer = this.#merges
    this.#onEnd(() => (this.#merges = outer))
  }

  #startAnchored(): void {
    const { blocks } = this.#state
    this.#startBlocks(found => blocks.addAnchored(found.map(toLoose)))
  }

  /** The same line may be that of left, right and first pages. */
  #startEdge(edge: 'header' | 'footer'): void {
    const known = this.#edges[edge]
    const before = this.#raw.length
    this.#startBlocks(found => {
      this.#raw.length = before
      const texts = new Set(known.map(each => each.text))
      known.push(...found.filter(each => !texts.has(each.text)))
    })
  }

  #startMarker(): void {
    const { blocks } = this.#state
    this.#startCapture(text => blocks.setMarker(text.trim()))
  }

  /** A field may be in the instruction of another, so the last one counts. */
  #startInstruction(): void {
    this.#instruction = []
    this.#change({ capture: this.#instruction })
  }

  #startResult(): void {
    const link = linkOf(this.#instruction.join(''))
    if (link !== null) this.#change({ link })
  }

  /** Shapes and pictures have properties: pairs of a name and a value. */
  #addProperty(text: string): void {
    const alternative = this.#property === 'wzDescription' ? cleanAlternative(text) : ''
    if (alternative !== '') this.#state.blocks.addAnchored([{ type: 'image', text: alternative }])
  }

  #startCapture(end: (text: string) => void): void {
    const capture: string[] = []
    this.#change({ capture })
    this.#onEnd(() => end(capture.join('')))
  }

  #onEnd(end: () => void): void {
    const group = this.#groups.at(-1)
    if (group !== undefined) group.end = end
  }

  #format(name: string, value: number | null): void {
    const { paragraph, style, blocks } = this.#state
    const isOn = value !== 0
    switch (name) {
      case 'par':
      case 'sect':
      case 'page':
      case 'column':
        return this.#endParagraph()
      case 'cell':
        return this.#end(() => blocks.endCell({ ...paragraph, depth: 1 }))
      case 'nestcell':
        return this.#end(() => blocks.endCell({ ...paragraph, depth: Math.max(2, paragraph.depth) }))
      case 'row':
        return this.#end(() => blocks.endRow({ ...paragraph, depth: 1 }, this.#merges))
      case 'nestrow':
        return this.#end(() =>
          blocks.endRow({ ...paragraph, depth: Math.max(2, paragraph.depth) }, this.#merges),
        )
      case 'trowd':
        this.#merges = []
        return
      case 'cellx':
        this.#merges.push(this.#merge)
        this.#merge = { continuesLeft: false, continuesUp: false }
        return
      case 'clmrg':
        this.#merge = { ...this.#merge, continuesLeft: true }
        return
      case 'clvmrg':
        this.#merge = { ...this.#merge, continuesUp: true }
        return
      case 'pard':
        return this.#change({ paragraph: plainParagraph })
      case 'intbl':
        return this.#paragraph({ depth: Math.max(1, paragraph.depth) })
      case 'itap':
        return this.#paragraph({ depth: Math.min(depthMax, Math.max(0, value ?? 0)) })
      case 's':
        return this.#paragraph({ heading: this.#header.headings.get(value ?? 0) ?? null })
      case 'outlinelevel':
        return this.#paragraph({ heading: value !== null && value >= 0 && value < 9 ? value + 1 : null })
      case 'ls':
        return this.#paragraph({ isListed: (value ?? 0) > 0 })
      case 'ilvl':
        return this.#paragraph({ level: Math.min(8, Math.max(0, value ?? 0)) })
      case 'plain':
        return this.#change({ style: {}, font: null })
      case 'f':
        return this.#change({ font: value })
      case 'uc':
        return this.#change({ fallback: Math.max(0, value ?? 0) })
      case 'b':
        return this.#change({ style: { ...style, bold: isOn } })
      case 'i':
        return this.#change({ style: { ...style, italic: isOn } })
      case 'ul':
        return this.#change({ style: { ...style, underline: isOn } })
      case 'ulnone':
        return this.#change({ style: { ...style, underline: false } })
      case 'strike':
      case 'striked':
        return this.#change({ style: { ...style, strike: isOn } })
      case 'sub':
      case 'super':
      case 'nosupersub':
        return this.#change({
          style: { ...style, subscript: name === 'sub' && isOn, superscript: name === 'super' && isOn },
        })
      case 'v':
      case 'deleted':
        return this.#change({ style: { ...style, hidden: isOn } })
    }
  }

  #end(end: () => void): void {
    this.#raw.push('\n')
    end()
  }

  #endParagraph(): void {
    const { blocks, paragraph, isSkipped, capture } = this.#state
    if (isSkipped || capture !== null) return
    this.#end(() => blocks.endParagraph(paragraph))
  }

  #change(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change }
  }

  #paragraph(change: Partial<RtfParagraph>): void {
    this.#change({ paragraph: { ...this.#state.paragraph, ...change } })
  }
}

// Each level is a table in a cell of another.
const depthMax = 20

function linkOf(instruction: string): string | null {
  const address = /^\s*HYPERLINK\s+"([^"]+)"/i.exec(instruction)?.[1]
  return address !== undefined && /^(?:https?:|mailto:)/i.test(address) ? address : null
}

function toLoose({ headings: _, ...block }: Block): LooseBlock {
  return block
}
