import { JsonWalker } from '#lib/engines/json-walker.ts'
import type { FoundVectors } from './found-vectors.ts'
import { readVectorList } from './read-vector-list.ts'

/**
 * The vectors of `{"embeddings": {"float" | "base64": […]}, "meta": {"billed_units": {"input_tokens"}}}`.
 * @throws UnreadableJson when the answer is not of this shape
 */
export function findCohereVectors(answer: Buffer): FoundVectors {
  const walker = new JsonWalker(answer)
  let vectors: FoundVectors['vectors'] = []
  let promptTokens: number | null = null
  walker.members(key => {
    if (key === 'embeddings') vectors = readByType(walker)
    else if (key === 'meta' && walker.peek() === 0x7b) promptTokens = readTokens(walker)
    else walker.skip()
  })
  walker.end()
  return { vectors, promptTokens, refused: false }
}

function readByType(walker: JsonWalker): FoundVectors['vectors'] {
  let vectors: FoundVectors['vectors'] = []
  walker.members(type => {
    if ((type === 'float' || type === 'base64') && walker.peek() === 0x5b) vectors = readVectorList(walker)
    else walker.skip()
  })
  return vectors
}

function readTokens(walker: JsonWalker): number | null {
  let tokens: number | null = null
  walker.members(key => {
    if (key !== 'billed_units' || walker.peek() !== 0x7b) return walker.skip()
    walker.members(unit => {
      if (unit === 'input_tokens') tokens = walker.index()
      else walker.skip()
    })
  })
  return tokens
}
