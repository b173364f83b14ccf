import type { Usage } from '#lib/contracts/usage.ts'
import type { WrittenVector } from '#lib/engines/embedding/embedding-model.ts'
import { WrittenJson } from './written-json.ts'

/** The answer around vectors that are JSON already: only what stands between them is written. */
export function writeEmbeddings(vectors: readonly WrittenVector[], model: string, usage: Usage): WrittenJson {
  const parts: Buffer[] = []
  let glue = '{"object":"list","data":['
  for (const [index, { encoding, text }] of vectors.entries()) {
    const quote = encoding === 'base64' ? '"' : ''
    parts.push(Buffer.from(`${glue}{"object":"embedding","index":${index},"embedding":${quote}`), text)
    glue = `${quote}},`
  }
  const { prompt_tokens, total_tokens, cost } = usage
  const tail = JSON.stringify({ model, usage: { prompt_tokens, total_tokens, cost } }).slice(1)
  parts.push(Buffer.from(`${glue.replace(/,$/, '')}],${tail}`))
  return new WrittenJson(parts)
}
