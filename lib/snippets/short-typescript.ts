import { typescriptLiteral } from './literals.ts'
import { splitCohereFields, splitFields, splitFirecrawlFields } from './sdk-fields.ts'
import { shapeOf, type Shape } from './shape.ts'
import type { Snippet, SnippetRequest } from './snippet.ts'
import { importOfFiles, toTypescriptBody, writeTypescriptFields } from './typescript-body.ts'

/** The call with the openai SDK alone: import, client, call, print. */
export function toShortTypescriptOpenai(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { given, files } = writeTypescriptFields(splitFields(request, shape), 1)
  return {
    ...program,
    install: 'npm install openai',
    files,
    code: `${files.length > 0 ? importOfFiles : ''}import OpenAI from 'openai'

const client = new OpenAI({ baseURL: ${typescriptLiteral(`${request.baseUrl}/v1`)}, apiKey: process.env.SEXTANT_API_KEY })

const ${callOpenai(shape)}({
${given}})
${printOpenai(shape)}`,
  }
}

/** A ranking with the cohere-ai SDK alone. */
export function toShortTypescriptCohere(request: SnippetRequest): Snippet {
  const { given, files } = writeTypescriptFields(splitCohereFields(shapeOf(request)), 1)
  return {
    ...program,
    install: 'npm install cohere-ai',
    files,
    code: `${files.length > 0 ? importOfFiles : ''}import { CohereClient } from 'cohere-ai'

const client = new CohereClient({ environment: ${typescriptLiteral(request.baseUrl)}, token: process.env.SEXTANT_API_KEY })

const { results } = await client.rerank({
${given}})
for (const { index, relevanceScore } of results) console.log(index, relevanceScore)
`,
  }
}

/** A map or a scrape with Firecrawl's SDK alone. */
export function toShortTypescriptFirecrawl(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { given, files } = writeTypescriptFields(splitFirecrawlFields(request, shape), 1)
  const url = shape.asked['url']
  const address = typescriptLiteral(typeof url === 'string' ? url : '')
  return {
    ...program,
    install: 'npm install @mendable/firecrawl-js',
    files,
    code: `${files.length > 0 ? importOfFiles : ''}import { Firecrawl } from '@mendable/firecrawl-js'

const client = new Firecrawl({ apiUrl: ${typescriptLiteral(request.baseUrl)}, apiKey: process.env.SEXTANT_API_KEY ?? null })

${shape.prints === 'links' ? 'const { links } = await client.map' : 'const page = await client.scrape'}(${address}, {
${given}})
${printFirecrawl(shape)}`,
  }
}

/** The call with `fetch` alone. An error ends it with the response. */
export function toShortTypescriptFetch(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { expression, files } = toTypescriptBody(request, 1)
  const imports = `${files.length > 0 ? importOfFiles : ''}${shape.streams ? importsOfLines : ''}`
  return {
    ...program,
    install: null,
    files,
    code: `${imports === '' ? '' : `${imports}\n`}const response = await fetch(${typescriptLiteral(request.baseUrl + request.path)}, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.SEXTANT_API_KEY}\`, 'Content-Type': 'application/json' },
  body: ${expression},
})
if (!response.ok) throw new Error(await response.text())
${shape.streams ? printLines(shape) : printBody(shape)}`,
  }
}

const program = {
  language: 'typescript',
  fileName: 'request.mts',
  run: 'node request.mts',
} as const satisfies Partial<Snippet>

const importsOfLines =
  "import { createInterface } from 'node:readline'\nimport { Readable } from 'node:stream'\n"

function callOpenai({ prints, streams }: Shape): string {
  if (prints === 'vectors') return '{ data } = await client.embeddings.create'
  return streams
    ? 'stream = await client.chat.completions.create'
    : '{ choices } = await client.chat.completions.create'
}

function printOpenai(shape: Shape): string {
  const { prints, streams, tools } = shape
  if (prints === 'vectors') return printVectors
  if (!streams) return printChoices(shape)
  if (prints === 'raw') return 'for await (const event of stream) console.log(JSON.stringify(event))\n'
  const calls = `  for (const { delta } of choices) {
    process.stdout.write(delta.content ?? '')
    for (const call of delta.tool_calls ?? []) {
      process.stdout.write((call.function?.name ?? '') + (call.function?.arguments ?? ''))
    }
  }
`
  return `for await (const { choices } of stream) {
${tools ? calls : "  for (const { delta } of choices) process.stdout.write(delta.content ?? '')\n"}}
`
}

function printFirecrawl({ prints, format }: Shape): string {
  if (prints === 'links') return 'for (const { url } of links) console.log(url)\n'
  if (prints === 'raw') return 'console.log(JSON.stringify(page))\n'
  if (format === 'text') return 'console.log((page as { text?: string }).text)\n'
  return format === 'links'
    ? 'for (const link of page.links ?? []) console.log(link)\n'
    : `console.log(page.${format})\n`
}

const printVectors =
  'for (const { index, embedding } of data) console.log(index, embedding.length, embedding.slice(0, 3))\n'

function printChoices({ tools, body }: Shape): string {
  const content = tools ? 'message.content || message.tool_calls' : 'message.content'
  return body['n'] !== undefined && body['n'] !== 1
    ? `for (const { message } of choices) console.log(${content})\n`
    : `console.log(${content.replaceAll('message.', 'choices[0].message.')})\n`
}

function printBody(shape: Shape): string {
  const { prints, format, encoding, sources } = shape
  switch (prints) {
    case 'text':
      return `const { choices }: any = await response.json()
${printChoices(shape)}${sources ? 'for (const { metadata } of choices[0].message.sources) console.log(metadata.url)\n' : ''}`
    case 'vectors':
      return `const { data }: any = await response.json()
${
  encoding === 'base64'
    ? `for (const { index, embedding } of data) {
  const vector = new Float32Array(Uint8Array.from(Buffer.from(embedding, 'base64')).buffer)
  console.log(index, vector.length, vector.slice(0, 3))
}
`
    : printVectors
}`
    case 'ranking':
      return `const { results }: any = await response.json()
for (const { index, relevance_score } of results) console.log(index, relevance_score)
`
    case 'links':
      return 'const { links }: any = await response.json()\nfor (const link of links) console.log(link)\n'
    case 'page':
      return `const { data }: any = await response.json()
${format === 'links' ? 'for (const link of data.links) console.log(link)' : `console.log(data.${format})`}
`
    case 'raw':
      return 'console.log(await response.text())\n'
  }
}

// An event without `choices` is an error: it ends the program.
function printLines({ prints, searches, tools }: Shape): string {
  const lines = 'for await (const line of createInterface(Readable.fromWeb(response.body as any)))'
  if (prints === 'raw') return `${lines} console.log(line)\n`
  if (prints === 'links') {
    return `${lines} {
  const event = line.startsWith('data: {') ? JSON.parse(line.slice(6)) : null
  if (event?.error) throw new Error(event.error)
  if (event?.object === 'map.${searches ? 'result' : 'chunk'}') for (const link of event.links) console.log(link)
}
`
  }
  const delta = tools ? "delta.content || JSON.stringify(delta.tool_calls) || ''" : "delta.content ?? ''"
  return `${lines} {
  if (!line.startsWith('data: {')) continue
  for (const { delta } of JSON.parse(line.slice(6)).choices) process.stdout.write(${delta})
}
`
}
