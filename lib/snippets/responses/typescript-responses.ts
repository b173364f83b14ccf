import { typescriptLiteral } from '#lib/snippets/literals.ts'
import { shapeOf, type Shape } from '#lib/snippets/shape.ts'
import type { Snippet, SnippetRequest } from '#lib/snippets/snippet.ts'
import { importOfFiles, writeTypescriptFields } from '#lib/snippets/typescript-body.ts'
import { splitResponseFields } from './response-fields.ts'

/** The call of the Responses API with the openai SDK alone: import, client, call, print. */
export function toShortTypescriptResponses(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { given, files } = writeTypescriptFields(splitResponseFields(shape), 1)
  return {
    ...program,
    files,
    code: `${files.length > 0 ? importOfFiles : ''}import OpenAI from 'openai'

const client = new OpenAI({ baseURL: ${typescriptLiteral(`${request.baseUrl}/v1`)}, apiKey: process.env.SEXTANT_API_KEY })

const ${shape.streams ? 'stream' : 'response'} = await client.responses.create({
${given}})
${shape.streams ? `for await (const event of stream) {\n${printEvent(shape, '  ')}}\n` : printResponse(shape, '')}`,
  }
}

/** The call of the Responses API with the openai SDK, which prints errors and notices an incomplete stream. */
export function toTypescriptResponses(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { given, files } = writeTypescriptFields(splitResponseFields(shape), 3)
  return {
    ...program,
    files,
    code: `${files.length > 0 ? importOfFiles : ''}import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: ${typescriptLiteral(`${request.baseUrl}/v1`)},
  apiKey: process.env.SEXTANT_API_KEY,
})
let requestId: string | null = null
try {
  const answer = await client.responses
    .create({
${given}    })
    .withResponse()
  requestId = answer.request_id
${shape.streams ? printStream(shape) : `  const response = answer.data\n${printResponse(shape, '  ')}`}} catch (error) {
  if (!(error instanceof OpenAI.APIError)) throw error
  console.error(\`\${error.status ?? 'stream'} \${error.code} (\${error.requestID ?? requestId}): \${error.message}\`)
  process.exit(1)
}
`,
  }
}

const program = {
  language: 'typescript',
  fileName: 'request.mts',
  install: 'npm install openai',
  run: 'node request.mts',
} as const satisfies Partial<Snippet>

function printResponse({ tools }: Shape, indent: string): string {
  const calls = `${indent}for (const item of response.output) {
${indent}  if (item.type === 'function_call') console.log(item.name, item.arguments)
${indent}}
`
  return `${indent}console.log(response.output_text)\n${tools ? calls : ''}`
}

function printStream(shape: Shape): string {
  return `  let complete = false
  for await (const event of answer.data) {
    complete ||= event.type === 'response.completed' || event.type === 'response.incomplete'
${printEvent(shape, '    ')}  }
  if (!complete) {
    console.error(\`\\nThe response is incomplete (\${requestId}).\`)
    process.exit(1)
  }
  console.log()
`
}

function printEvent({ tools }: Shape, indent: string): string {
  const text = `${indent}if (event.type === 'response.output_text.delta') process.stdout.write(event.delta)\n`
  if (!tools) return text
  return `${text}${indent}if (event.type === 'response.output_item.added' && event.item.type === 'function_call') {
${indent}  process.stdout.write(\`\\n\${event.item.name} \`)
${indent}}
${indent}if (event.type === 'response.function_call_arguments.delta') process.stdout.write(event.delta)
`
}
