import type { Block } from '#lib/documents/blocks.ts'
import type { TokenCounter } from '#lib/documents/write/token-counter.ts'

export interface ChunkRules {
  /** Most tokens of a chunk, its headings and marks included. */
  readonly size: number
  /** Tokens repeated from the chunk before. */
  readonly overlap: number
  /** No chunk crosses a page. */
  readonly pageBased: boolean
  readonly counter: TokenCounter
}

/** The rules, and what they mean for a block. */
export interface Measure extends ChunkRules {
  readonly count: (text: string) => number
  /** Of an empty line between blocks. */
  readonly separatorTokens: number
  /** The headings that a chunk carries that begins with this block: outer ones go where all would take too much. */
  headingsOf(block: Block): readonly string[]
  /** Tokens that its content may have, marks not included. */
  roomOf(block: Block): number
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
    roomOf: block => size - counter.marks - pathOf(block).tokens,
  }
}
