import { typescriptLiteral } from './literals.ts'
import { splitFields } from './sdk-fields.ts'
import { shapeOf, type Shape } from './shape.ts'
import type { Snippet, SnippetRequest } from './snippet.ts'
import { printTypescriptVector } from './typescript-answers.ts'
import { importOfFiles, writeTypescriptFields } from './typescript-body.ts'

/** A request as a TypeScript program with the openai SDK, which sends the same JSON. */
export function toTypescriptOpenai(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { given, files } = writeTypescriptFields(splitFields(request, shape), 3)
  const code = `${files.length > 0 ? importOfFiles : ''}import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: ${typescriptLiteral(`${request.baseUrl}/v1`)},
  apiKey: process.env.SEXTANT_API_KEY,
})
let requestId: string | null = null
try {
  const answer = await client.${shape.prints === 'vectors' ? 'embeddings' : 'chat.completions'}
    .create({
${given}    })
    .withResponse()
  requestId = answer.request_id
${shape.streams ? printStream(shape) : printAnswer(shape)}} catch (error) {
  if (!(error instanceof OpenAI.APIError)) throw error
  console.error(\`\${error.status ?? 'stream'} \${error.code} (\${error.requestID ?? requestId}): \${error.message}\`)
  process.exit(1)
}
`
  return {
    code,
    language: 'typescript',
    fileName: 'request.mts',
    install: 'npm install openai',
    run: 'node request.mts',
    files,
  }
}

function printAnswer({ prints, tools }: Shape): string {
  if (prints === 'vectors') {
    return `  for (const { index, embedding: vector } of answer.data.data) {
${printTypescriptVector('    ')}  }
`
  }
  return `  for (const { message } of answer.data.choices) {
    if (message.content) console.log(message.content)
${
  tools
    ? `    for (const call of message.tool_calls ?? []) {
      if (call.type === 'function') console.log(call.function.name, call.function.arguments)
    }
`
    : ''
}  }
`
}

function printStream({ prints, tools }: Shape): string {
  return `  let finished = false
  for await (const event of answer.data) {
${prints === 'raw' ? '    console.log(JSON.stringify(event))\n' : ''}    for (const { ${prints === 'raw' ? '' : 'delta, '}finish_reason } of event.choices) {
      finished ||= finish_reason !== null
${prints === 'raw' ? '' : printDelta(tools)}    }
  }
  if (!finished) {
    console.error(\`\\nThe response is incomplete (\${requestId}).\`)
    process.exit(1)
  }
${prints === 'raw' ? '' : '  console.log()\n'}`
}

function printDelta(tools: boolean): string {
  return `      process.stdout.write(delta.content ?? '')
${
  tools
    ? `      for (const call of delta.tool_calls ?? []) {
        if (call.function?.name) process.stdout.write(\`\\n\${call.function.name} \`)
        process.stdout.write(call.function?.arguments ?? '')
      }
`
    : ''
}`
}
