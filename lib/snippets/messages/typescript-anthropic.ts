import { typescriptLiteral } from '#lib/snippets/literals.ts'
import { shapeOf, type Shape } from '#lib/snippets/shape.ts'
import type { Snippet, SnippetRequest } from '#lib/snippets/snippet.ts'
import { importOfFiles, writeTypescriptFields } from '#lib/snippets/typescript-body.ts'
import { neededVersion, splitAnthropicFields } from './anthropic-fields.ts'

/** The call with Anthropic's SDK alone: import, client, call, print. */
export function toShortTypescriptAnthropic(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { given, files } = writeTypescriptFields(splitAnthropicFields(shape), 1)
  return {
    ...program,
    files,
    code: `${files.length > 0 ? importOfFiles : ''}${toClient(request, shape)}
const ${shape.streams ? 'stream' : 'message'} = await client.messages.create({
${given}})
${shape.streams ? `for await (const event of stream) {\n${printEvent(shape, '  ')}}\n` : printMessage(shape, '')}`,
  }
}

/** The call with Anthropic's SDK, which prints errors and notices an incomplete stream. */
export function toTypescriptAnthropic(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { given, files } = writeTypescriptFields(splitAnthropicFields(shape), 3)
  return {
    ...program,
    files,
    code: `${files.length > 0 ? importOfFiles : ''}${toClient(request, shape)}let requestId: string | null | undefined
try {
  const answer = await client.messages
    .create({
${given}    })
    .withResponse()
  requestId = answer.request_id
${shape.streams ? printStream(shape) : `  const message = answer.data\n${printMessage(shape, '  ')}`}} catch (error) {
  if (!(error instanceof Anthropic.APIError)) throw error
  console.error(\`\${error.status ?? 'stream'} (\${error.requestID ?? requestId}): \${error.message}\`)
  process.exit(1)
}
`,
  }
}

const program = {
  language: 'typescript',
  fileName: 'request.mts',
  install: 'npm install @anthropic-ai/sdk',
  run: 'node request.mts',
} as const satisfies Partial<Snippet>

function toClient({ baseUrl }: SnippetRequest, shape: Shape): string {
  const version = neededVersion(shape)
  const headers =
    version === null ? '' : `\n  defaultHeaders: { 'anthropic-version': ${typescriptLiteral(version)} },`
  return `import Anthropic from '@anthropic-ai/sdk'

const client = new Anthropic({
  baseURL: ${typescriptLiteral(baseUrl)},
  apiKey: process.env.SEXTANT_API_KEY,${headers}
})
`
}

function printMessage({ tools }: Shape, indent: string): string {
  const calls = `${indent}  if (block.type === 'tool_use') console.log(block.name, JSON.stringify(block.input))\n`
  return `${indent}for (const block of message.content) {
${indent}  if (block.type === 'text') console.log(block.text)
${tools ? calls : ''}${indent}}
`
}

function printStream(shape: Shape): string {
  return `  let complete = false
  for await (const event of answer.data) {
    complete ||= event.type === 'message_stop'
${printEvent(shape, '    ')}  }
  if (!complete) {
    console.error(\`\\nThe response is incomplete (\${requestId}).\`)
    process.exit(1)
  }
  console.log()
`
}

function printEvent({ tools }: Shape, indent: string): string {
  const text = `${indent}if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
${indent}  process.stdout.write(event.delta.text)
${indent}}
`
  if (!tools) return text
  return `${text}${indent}if (event.type === 'content_block_start' && event.content_block.type === 'tool_use') {
${indent}  process.stdout.write(\`\\n\${event.content_block.name} \`)
${indent}}
${indent}if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta') {
${indent}  process.stdout.write(event.delta.partial_json)
${indent}}
`
}
