import type { Block } from '#lib/documents/blocks.ts'
import type { TokenCounter } from '#lib/documents/write/token-counter.ts'

export interface ChunkRules {
  /** Maximum tokens per chunk, including headings and special tokens. */
  readonly size: number
  /** Overlapping tokens between chunks. */
  readonly overlap: number
  /** No chunk crosses pages. */
  readonly pageBased: boolean
  readonly counter: TokenCounter
}

/** The chunking options, applied to a block. */
export interface Measure extends ChunkRules {
  readonly count: (text: string) => number
  /** Tokens of an empty line between blocks. */
  readonly separatorTokens: number
  /** Headings of a chunk that begins with this block: outer ones are dropped if all would take too much. */
  headingsOf(block: Block): readonly string[]
  /** Maximum tokens of its content, without special tokens. */
  spaceFor(block: Block): number
}

interface Path {
  readonly headings: readonly string[]
  readonly tokens: number
}

const pathShareMax = 1 / 4

export function createMeasure(rules: ChunkRules): Measure {
  const { size, counter } = rules
  const paths = new Map<string, Path>()
  const count = (text: string): number => counter.count(text)
  const separatorTokens = count('\n\n')

  function pathOf({ headings }: Block): Path {
    const key = JSON.stringify(headings)
    const known = paths.get(key)
    if (known !== undefined) return known
    let path: Path = { headings: [], tokens: 0 }
    for (let from = 0; from < headings.length; from++) {
      const inner = headings.slice(from)
      const tokens = count(inner.join('\n')) + separatorTokens
      if (tokens > size * pathShareMax) continue
      path = { headings: inner, tokens }
      break
    }
    paths.set(key, path)
    return path
  }

  return {
    ...rules,
    count,
    separatorTokens,
    headingsOf: block => pathOf(block).headings,
    spaceFor: block => size - counter.marks - pathOf(block).tokens,
  }
}
