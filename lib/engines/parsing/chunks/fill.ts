import type { Block } from '#lib/engines/parsing/blocks.ts'
import { separatorBetween } from '#lib/engines/parsing/write/separator.ts'
import { type BuiltDraft, buildDraft, fitsWhole } from './build-chunk.ts'
import type { Measure } from './measure.ts'
import { continues, type Piece } from './piece.ts'
import { splitBlock } from './split-block.ts'
import { splitAnywhere } from './split-anywhere.ts'
import { takeTail } from './take-tail.ts'

/** Fills chunks greedily with blocks in their order. */
export interface Filler {
  add(block: Block): void
  end(): BuiltDraft[]
}

// From here on a heading begins a new chunk.
const fullShare = 0.6
const headingShareMax = 1 / 4

export function createFiller(measure: Measure): Filler {
  const drafts: BuiltDraft[] = []
  let lead = ''
  let pieces: Piece[] = []
  let tokens = 0
  // A heading waits for what follows it, so that both stay together.
  let headings: Piece[] = []
  let headingTokens = 0

  return {
    add(block) {
      if (measure.pageBased) leavePage(block.page ?? 1)
      const piece = wholeOf(block)
      if (block.type === 'heading' && piece.tokens <= measure.size * headingShareMax) {
        if (headings.length === 0 && tokens >= measure.size * fullShare) flush()
        headings.push(piece)
        headingTokens += piece.tokens + measure.separatorTokens
        // With nothing but headings none waits for what follows: they would be weighed again and again.
        if (headingTokens > measure.size) putHeadings()
        return
      }
      const group = [...takeHeadings(), piece]
      if (!fits(group) && !fitsAlone(group)) addSplit(group.slice(0, -1), block)
      else put(group)
    },
    end() {
      flushAll()
      return drafts
    },
  }

  function wholeOf(block: Block): Piece {
    return { block, start: 0, end: block.text.length, tokens: measure.count(block.text) }
  }

  function leavePage(page: number): void {
    const last = headings.at(-1) ?? pieces.at(-1)
    if (last === undefined || (last.block.page ?? 1) === page) return
    flushAll()
  }

  function flushAll(): void {
    if (headings.length > 0) put(takeHeadings())
    while (pieces.length > 0) flush()
  }

  function takeHeadings(): Piece[] {
    const taken = headings
    headings = []
    headingTokens = 0
    return taken
  }

  function putHeadings(): void {
    for (const heading of takeHeadings()) put([heading])
  }

  function addSplit(before: readonly Piece[], block: Block): void {
    const room = Math.min(...[...before, { block }].map(piece => measure.roomOf(piece.block)))
    let waiting = [...before]
    if (sizeOf(waiting) > room / 2) {
      // So many headings leave no room: they go ahead by themselves.
      for (const heading of waiting) put([heading])
      waiting = []
    }
    for (const piece of splitBlock(block, room - sizeOf(waiting), measure)) {
      put([...waiting, piece])
      waiting = []
    }
  }

  /** Puts what belongs together into the current chunk, or into the next. */
  function put(group: readonly Piece[]): void {
    while (pieces.length > 0 && !fits(group)) flush()
    if (pieces.length === 0) begin(group)
    pieces.push(...group)
    tokens += sizeOf(group)
  }

  function begin(group: readonly Piece[]): void {
    const [first] = group
    const last = drafts.at(-1)
    if (first === undefined || last === undefined) return
    lead = leadOf(first, last, measure.roomOf(first.block) - sizeOf(group))
    tokens = lead === '' ? 0 : measure.count(lead) + measure.separatorTokens
  }

  function leadOf(first: Piece, last: BuiltDraft, room: number): string {
    const before = last.pieces.at(-1)
    const isContinued = before !== undefined && continues(before, first)
    if (first.head !== undefined && isContinued) return `${first.head}\n`
    if (measure.overlap === 0 || before === undefined) return ''
    if (measure.pageBased && (before.block.page ?? 1) !== (first.block.page ?? 1)) return ''
    const { content, repeated } = last.chunk
    const most = Math.min(measure.overlap, room - measure.separatorTokens)
    const tail = takeTail(content.slice(repeated), most, measure)
    if (tail === '') return ''
    return tail + (isContinued ? ' ' : separatorBetween(before.block, first.block))
  }

  function fits(group: readonly Piece[]): boolean {
    const first = pieces[0] ?? group[0]
    return first !== undefined && tokens + sizeOf(group) <= measure.roomOf(first.block)
  }

  function fitsAlone(group: readonly Piece[]): boolean {
    return group[0] !== undefined && sizeOf(group) <= measure.roomOf(group[0].block)
  }

  function sizeOf(group: readonly Piece[]): number {
    return group.reduce((sum, piece) => sum + piece.tokens + measure.separatorTokens, 0)
  }

  /** Ends the current chunk. Sums of counts are estimates: what is too long when it is written goes on in the next. */
  function flush(): void {
    while (pieces.length > 0) {
      const draft = buildDraft({ lead, pieces }, measure)
      const rest = fitsWhole(draft, measure) ? [] : giveUp()
      if (rest === null) continue
      drafts.push(rest.length === 0 ? draft : buildDraft({ lead, pieces }, measure))
      lead = ''
      pieces = []
      tokens = 0
      if (rest.length === 0) return
      begin(rest)
      pieces = [...rest]
      tokens += sizeOf(rest)
      return
    }
  }

  /** Takes from the current chunk what can wait; null: it was only made shorter. */
  function giveUp(): Piece[] | null {
    if (pieces.length > 1) {
      let from = pieces.length - 1
      while (from > 1 && pieces[from - 1]?.block.type === 'heading') from--
      return pieces.splice(from)
    }
    if (lead !== '') {
      lead = ''
      return null
    }
    const [piece] = pieces
    if (piece === undefined) return []
    const { block, start, end } = piece
    const parts = [...splitAnywhere(block.text, start, end, Math.floor(piece.tokens / 2), measure.count)]
    const halves = parts.map(([from, to]) => {
      return { ...piece, start: from, end: to, tokens: measure.count(block.text.slice(from, to)) }
    })
    pieces = halves.slice(0, 1)
    return halves.slice(1)
  }
}
