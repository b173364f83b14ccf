import type { Block } from '#lib/documents/blocks.ts'
import { type Chunk, type BuiltDraft, buildDraft, fitsWhole } from './build-chunk.ts'
import { type ChunkRules, createMeasure, type Measure } from './measure.ts'
import { type Piece, continues } from './piece.ts'
import { separatorBetween } from '#lib/documents/write/separator.ts'

export type { Chunk } from './build-chunk.ts'

/**
 * Splits a document into chunks for embedding. In order they cover its text; each has at most `size` tokens
 * including its headings, begins at a block where possible, and is never only a heading with content after it.
 */
export function toChunks(blocks: readonly Block[], rules: ChunkRules): Chunk[] {
  const measure = createMeasure(rules)
  const filler = createFiller(measure)
  for (const block of blocks) if (block.text.trim() !== '') filler.add(block)
  return joinSmall(filler.end(), measure).map(({ chunk }) => chunk)
}

const smallShare = 1 / 8

/** Merges remainders into a neighbor under the same headings, if both fit. */
function joinSmall(drafts: readonly BuiltDraft[], measure: Measure): BuiltDraft[] {
  const joined: BuiltDraft[] = []
  for (const draft of drafts) {
    const before = joined.at(-1)
    const both = before === undefined ? null : join(before, draft, measure)
    if (both === null) joined.push(draft)
    else joined[joined.length - 1] = both
  }
  return joined
}

function join(before: BuiltDraft, after: BuiltDraft, measure: Measure): BuiltDraft | null {
  const [first, second] = [before.pieces[0]?.block, after.pieces[0]?.block]
  if (first === undefined || second === undefined) return null
  if (!isSmall(before, measure) && !isSmall(after, measure)) return null
  if (measure.pageBased && (first.page ?? 1) !== (second.page ?? 1)) return null
  if (JSON.stringify(first.headings) !== JSON.stringify(second.headings)) return null
  const pieces = [...before.pieces, ...after.pieces]
  if (sizeOf(pieces) > measure.size) return null
  const both = buildDraft({ lead: before.lead, pieces }, measure)
  return fitsWhole(both, measure) ? both : null
}

function isSmall({ pieces }: BuiltDraft, { size }: Measure): boolean {
  return sizeOf(pieces) < size * smallShare
}

function sizeOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0)
}

/** Fills chunks greedily with blocks in order. */
interface Filler {
  add(block: Block): void
  end(): BuiltDraft[]
}

// From here on a heading starts a new chunk.
const fullShare = 0.6
const headingShareMax = 1 / 4

function createFiller(measure: Measure): Filler {
  const drafts: BuiltDraft[] = []
  let lead = ''
  let pieces: Piece[] = []
  let tokens = 0
  // A heading waits for its content, so that they stay together.
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
        // In a run of headings only, none waits: they would be measured repeatedly.
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
    const available = Math.min(...[...before, { block }].map(piece => measure.spaceFor(piece.block)))
    let waiting = [...before]
    if (sizeOf(waiting) > available / 2) {
      // So many headings leave no room: they get their own chunk.
      for (const heading of waiting) put([heading])
      waiting = []
    }
    for (const piece of splitBlock(block, available - sizeOf(waiting), measure)) {
      put([...waiting, piece])
      waiting = []
    }
  }

  /** Adds a group to the current chunk, or to the next. */
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
    lead = leadOf(first, last, measure.spaceFor(first.block) - sizeOf(group))
    tokens = lead === '' ? 0 : measure.count(lead) + measure.separatorTokens
  }

  function leadOf(first: Piece, last: BuiltDraft, available: number): string {
    const before = last.pieces.at(-1)
    const isContinued = before !== undefined && continues(before, first)
    if (first.head !== undefined && isContinued) return `${first.head}\n`
    if (measure.overlap === 0 || before === undefined) return ''
    if (measure.pageBased && (before.block.page ?? 1) !== (first.block.page ?? 1)) return ''
    const { content, repeated } = last.chunk
    const most = Math.min(measure.overlap, available - measure.separatorTokens)
    const tail = takeTail(content.slice(repeated), most, measure)
    if (tail === '') return ''
    return tail + (isContinued ? ' ' : separatorBetween(before.block, first.block))
  }

  function fits(group: readonly Piece[]): boolean {
    const first = pieces[0] ?? group[0]
    return first !== undefined && tokens + sizeOf(group) <= measure.spaceFor(first.block)
  }

  function fitsAlone(group: readonly Piece[]): boolean {
    return group[0] !== undefined && sizeOf(group) <= measure.spaceFor(group[0].block)
  }

  function sizeOf(group: readonly Piece[]): number {
    return group.reduce((sum, piece) => sum + piece.tokens + measure.separatorTokens, 0)
  }

  /**
   * Ends the current chunk. Token sums are estimates: text that turns out too long continues in the next chunk.
   */
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

  /** Removes from the current chunk what can move on; null: it was only shortened. */
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

const words = new Intl.Segmenter('und', { granularity: 'word' })
// More tokens than any word needs.
const charsPerToken = 16

/** The end of a text from the start of a word, within a token limit; empty if no word fits. */
function takeTail(text: string, tokensMax: number, { count }: Pick<Measure, 'count'>): string {
  if (tokensMax <= 0) return ''
  const from = Math.max(0, text.length - tokensMax * charsPerToken)
  const starts = [...words.segment(text.slice(from))]
    .filter(({ isWordLike, index }) => isWordLike === true && (index > 0 || from === 0))
    .map(({ index }) => from + index)
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (count(text.slice(starts[middle])) <= tokensMax) high = middle
    else low = middle + 1
  }
  const start = starts[low]
  return start === undefined ? '' : text.slice(start)
}

/** Split points of a text: the ends of its parts. */
type Cut = (text: string) => Iterable<number>

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' })
const cuts: Readonly<Record<Block['type'], readonly Cut[]>> = {
  table: [after('\n'), after('\t'), afterSentences],
  code: [after('\n')],
  list_item: [after('\n'), afterSentences],
  field: [after('\n'), afterSentences],
  heading: [afterSentences],
  paragraph: [afterSentences],
  image: [afterSentences],
  note: [afterSentences],
}
// Repeating a longer header row would not be worth it.
const headShareMax = 1 / 4

/**
 * Splits a block that is too long: between rows, lines or sentences, then words, then characters.
 * @param available maximum tokens per piece
 */
function* splitBlock(block: Block, available: number, measure: Measure): Generator<Piece> {
  const head = headOf(block, available, measure)
  const left = head === null ? available : available - measure.count(head) - measure.separatorTokens
  let isFirst = true
  for (const [start, end] of splitRange(block.text, 0, block.text.length, cuts[block.type], left, measure)) {
    const tokens = measure.count(block.text.slice(start, end))
    yield { block, start, end, tokens, ...(head !== null && !isFirst && { head }) }
    isFirst = false
  }
}

function headOf({ type, text, rows }: Block, available: number, measure: Measure): string | null {
  if (type !== 'table' || rows === undefined || rows.length < 2) return null
  const end = text.indexOf('\n')
  // A cell contains a line break, so row boundaries are unknown.
  if (end === -1 || text.split('\n').length !== rows.length) return null
  const head = text.slice(0, end)
  return measure.count(head) <= available * headShareMax ? head : null
}

function* splitRange(
  text: string,
  from: number,
  to: number,
  [cut, ...finer]: readonly Cut[],
  available: number,
  measure: Measure,
): Generator<readonly [start: number, end: number]> {
  const part = text.slice(from, to)
  if (cut === undefined) {
    if (part.trim() !== '') yield* splitAnywhere(text, from, to, available, measure.count)
    return
  }
  let start = from
  for (const at of cut(part)) {
    const end = from + at
    if (end === start) continue
    const piece = text.slice(start, end)
    if (piece.trim() === '' || measure.count(piece) <= available) yield [start, end]
    else yield* splitRange(text, start, end, finer, available, measure)
    start = end
  }
}

function after(sign: string): Cut {
  return function* lines(text) {
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) yield at + 1
    yield text.length
  }
}

function* afterSentences(text: string): Generator<number> {
  for (const { index, segment } of sentences.segment(text)) yield index + segment.length
}

const splitAnywhereWords = new Intl.Segmenter('und', { granularity: 'word' })
// Segmenters read their whole input: text far from the cut is irrelevant.
const aroundTarget = 200
// Tokens are not spread evenly over a text.
const splitFullShare = 0.95
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * Splits a text evenly until each part has at most `available` tokens: between words, else between graphemes, and
 * inside one only if it is too long by itself. A part is counted once, and mostly its parts once more.
 */
function* splitAnywhere(
  text: string,
  from: number,
  to: number,
  available: number,
  count: (text: string) => number,
): Generator<readonly [start: number, end: number]> {
  const part = text.slice(from, to)
  const tokens = part.length <= 1 ? 0 : count(part)
  if (tokens <= available) return yield [from, to]
  const wanted = Math.ceil(tokens / Math.max(1, available * splitFullShare))
  const parts = Math.min(part.length, Math.max(2, wanted))
  let start = from
  for (let number = 1; number < parts; number++) {
    const end = from + findCut(part, Math.floor((part.length * number) / parts))
    if (end <= start || end >= to) continue
    yield* splitAnywhere(text, start, end, available, count)
    start = end
  }
  if (start === from) return yield [from, to]
  yield* splitAnywhere(text, start, to, available, count)
}

/** Where the text is split nearest to a position. */
function findCut(text: string, target: number): number {
  const begin = Math.max(0, target - aroundTarget)
  const around = text.slice(begin, target + aroundTarget)
  const end = begin + around.length
  for (const segmenter of [splitAnywhereWords, graphemes]) {
    const segment = segmenter.segment(around).containing(target - begin)
    if (segment === undefined) continue
    const start = begin + segment.index
    const bounds = [start, start + segment.segment.length].filter(at => at > begin && at < end)
    const [nearest] = bounds.toSorted((one, other) => Math.abs(one - target) - Math.abs(other - target))
    if (nearest !== undefined) return nearest
  }
  return /[\uDC00-\uDFFF]/.test(text.charAt(target)) ? target - 1 : target
}
