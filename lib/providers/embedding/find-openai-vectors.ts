import { JsonWalker } from '#lib/providers/transport/json-walker.ts'
import { readReportedCost } from '#lib/providers/transport/reported-cost.ts'
import type { WrittenVector } from './embedding-model.ts'
import type { FoundVectors } from './embedding-adapter.ts'
import { readVector } from './read-vector.ts'

type FoundUsage = Required<Pick<FoundVectors, 'promptTokens' | 'costUsd'>>

/**
 * The vectors of `{"data": [{"index", "embedding"}], "usage"}`, the format of all vendors but Cohere and TEI,
 * with keys in any order and any others between them.
 * @throws UnreadableJson when the response has another shape
 */
export function findOpenAiVectors(answer: Buffer): FoundVectors {
  const walker = new JsonWalker(answer)
  let vectors: FoundVectors['vectors'] = []
  let usage: FoundUsage = { promptTokens: null, costUsd: null }
  let refused = false
  walker.members(key => {
    if (key === 'data' && walker.peek() === 0x5b) vectors = readData(walker)
    else if (key === 'usage' && walker.peek() === 0x7b) usage = readUsage(walker)
    else {
      if (key === 'error' && walker.peek() !== 0x6e) refused = true
      walker.skip()
    }
  })
  walker.end()
  return { vectors, ...usage, refused }
}

function readData(walker: JsonWalker): FoundVectors['vectors'] {
  const found: { index: number | null; vector: WrittenVector }[] = []
  walker.elements(() => {
    let index: number | null = null
    let vector: WrittenVector | null = null
    walker.members(key => {
      if (key === 'embedding') vector = readVector(walker)
      else if (key === 'index') index = readIndex(walker)
      else walker.skip()
    })
    found.push({ index, vector: vector ?? walker.fail('an entry has no vector') })
  })
  return found
}

/** Null where absent or null; with any other value the order cannot be trusted. */
function readIndex(walker: JsonWalker): number | null {
  const isNull = walker.peek() === 0x6e
  return walker.index() ?? (isNull ? null : walker.fail('an index is invalid'))
}

/** Jina and Voyage report only the total, which is the same: nothing is generated. */
function readUsage(walker: JsonWalker): FoundUsage {
  let prompt: number | null = null
  let total: number | null = null
  let costUsd: number | null = null
  walker.members(key => {
    if (key === 'prompt_tokens') prompt = walker.index()
    else if (key === 'total_tokens') total = walker.index()
    else if (key === 'cost') costUsd = readReportedCost({ cost: readAmount(walker) })
    else walker.skip()
  })
  return { promptTokens: prompt ?? total, costUsd }
}

/** Null, after skipping it, for a value that is not a number. */
function readAmount(walker: JsonWalker): number | null {
  const byte = walker.peek()
  const start = walker.at
  walker.skip()
  const isNumber = byte >= 0x30 && byte <= 0x39
  return isNumber ? Number(walker.bytes.toString('latin1', start, walker.at)) : null
}
