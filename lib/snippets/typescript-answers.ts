import type { Shape } from './shape.ts'

/** TypeScript lines that print the vector `vector` of the input `index`, indented by `indent`. */
export function printTypescriptVector(indent: string): string {
  return `${indent}const first = Array.from(vector.slice(0, 4), number => number.toFixed(4)).join(', ')
${indent}console.log(\`\${index}: \${vector.length} dimensions [\${first}, …]\`)
`
}

/** TypeScript lines that print the vectors of the JSON response. */
export function printTypescriptVectors({ encoding }: Shape): string {
  const type = encoding === 'base64' ? 'string' : 'number[]'
  return `
type Item = { index: number; embedding: ${type} }
const { data } = (await response.json()) as { data: Item[] }
for (const { index, embedding } of data) {
  const vector = ${encoding === 'base64' ? "new Float32Array(Uint8Array.from(Buffer.from(embedding, 'base64')).buffer)" : 'embedding'}
${printTypescriptVector('  ')}}
`
}

/** TypeScript lines that print the document `document` of the input `index`, with its `place` and `score`. */
export function printTypescriptHit(indent: string): string {
  return `${indent}console.log(\`\${place + 1}. \${score.toFixed(4)} #\${index} \${document?.text ?? ''}\`)
`
}

/** TypeScript lines that print the JSON of a ranking, best first. */
export function printTypescriptRanking(): string {
  return `
type Hit = { index: number; relevance_score: number; document?: { text?: string } }
const { results } = (await response.json()) as { results: Hit[] }
for (const [place, { index, relevance_score: score, document }] of results.entries()) {
${printTypescriptHit('  ')}}
`
}
