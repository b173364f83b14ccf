import { JsonWalker } from '#lib/engines/json-walker.ts'
import type { WrittenVector } from './embedding-model.ts'
import type { FoundVectors } from './found-vectors.ts'
import { readVector } from './read-vector.ts'

/**
 * The vectors of `{"data": [{"index", "embedding"}], "usage"}`, which all but Cohere and TEI answer with, in any
 * order of keys and with any others between them.
 * @throws UnreadableJson when the answer is not of this shape
 */
export function findOpenAiVectors(answer: Buffer): FoundVectors {
  const walker = new JsonWalker(answer)
  let vectors: FoundVectors['vectors'] = []
  let promptTokens: number | null = null
  let refused = false
  walker.members(key => {
    if (key === 'data' && walker.peek() === 0x5b) vectors = readData(walker)
    else if (key === 'usage' && walker.peek() === 0x7b) promptTokens = readUsage(walker)
    else {
      if (key === 'error' && walker.peek() !== 0x6e) refused = true
      walker.skip()
    }
  })
  walker.end()
  return { vectors, promptTokens, refused }
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

/** Null where it is left out or null; what is neither is no answer whose order can be trusted. */
function readIndex(walker: JsonWalker): number | null {
  const isNull = walker.peek() === 0x6e
  return walker.index() ?? (isNull ? null : walker.fail('an index is none'))
}

/** Jina and Voyage give only the total, which is the same: nothing is generated. */
function readUsage(walker: JsonWalker): number | null {
  let prompt: number | null = null
  let total: number | null = null
  walker.members(key => {
    if (key === 'prompt_tokens') prompt = walker.index()
    else if (key === 'total_tokens') total = walker.index()
    else walker.skip()
  })
  return prompt ?? total
}
