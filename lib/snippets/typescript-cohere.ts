import { withCompanionFiles, writeFields } from './companion-files.ts'
import { typescriptLiteral } from './literals.ts'
import { shapeOf } from './shape.ts'
import type { Snippet, SnippetRequest } from './snippet.ts'
import { printTypescriptHit } from './typescript-answers.ts'
import { importOfFiles, typescriptFiles } from './typescript-body.ts'
import { typescriptSyntax, writeValue } from './write-value.ts'

const sdkNames: Readonly<Record<string, string>> = {
  model: 'model',
  query: 'query',
  documents: 'documents',
  top_n: 'topN',
  rank_fields: 'rankFields',
  return_documents: 'returnDocuments',
  max_chunks_per_doc: 'maxChunksPerDoc',
}

/** A ranking as a TypeScript program with the cohere-ai SDK, which sends the same JSON. */
export function toTypescriptCohere(request: SnippetRequest): Snippet {
  const { body } = shapeOf(request)
  const { syntax, files: media } = withCompanionFiles(typescriptSyntax, typescriptFiles)
  // The SDK sends fields that it does not know as they are; its types know no null.
  const isKnown = ([name, value]: readonly [string, unknown]) => name in sdkNames && value !== null
  const entries = Object.entries(body)
  const extra = Object.fromEntries(entries.filter(entry => !isKnown(entry)))
  const { written, files: lists } = writeFields(entries.filter(isKnown), {
    write: value => writeValue(value, syntax, 2),
    read: name => `JSON.parse(${typescriptFiles.text(name)})`,
  })
  const given = written.map(([name, expression]) => `    ${sdkNames[name]}: ${expression},\n`).join('')
  const others =
    Object.keys(extra).length === 0 ? '' : `    ...(${writeValue(extra, syntax, 2)} as object),\n`
  const files = [...media, ...lists]
  return {
    code: `${files.length > 0 ? importOfFiles : ''}import { CohereClient, CohereError } from 'cohere-ai'

const client = new CohereClient({
  environment: ${typescriptLiteral(request.baseUrl)},
  token: process.env.SEXTANT_API_KEY,
})
try {
  const { results } = await client.rerank({
${given}${others}  })
  for (const [place, { index, relevanceScore: score, document }] of results.entries()) {
${printTypescriptHit('    ')}  }
} catch (error) {
  if (!(error instanceof CohereError)) throw error
  const requestId = error.rawResponse?.headers.get('x-request-id')
  console.error(\`\${error.statusCode} (\${requestId}): \${JSON.stringify(error.body)}\`)
  process.exit(1)
}
`,
    language: 'typescript',
    fileName: 'request.mts',
    install: 'npm install cohere-ai',
    run: 'node request.mts',
    files,
  }
}
