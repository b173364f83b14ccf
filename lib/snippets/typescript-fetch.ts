import { typescriptLiteral } from './literals.ts'
import { shapeOf, type Shape } from './shape.ts'
import type { Snippet, SnippetRequest } from './snippet.ts'
import { printTypescriptRanking, printTypescriptVectors } from './typescript-answers.ts'
import { importOfFiles, toTypescriptBody } from './typescript-body.ts'

/** The request as a TypeScript program with `fetch` alone. */
export function toTypescriptFetch(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { expression, files } = toTypescriptBody(request, 1)
  return {
    code: `${files.length > 0 ? `${importOfFiles}\n` : ''}const response = await fetch(${typescriptLiteral(request.baseUrl + request.path)}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.SEXTANT_API_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: ${expression},
})
const requestId = response.headers.get('x-request-id')
if (!response.ok) {
  const text = await response.text()
  console.error(\`\${response.status} (\${requestId}): \${text}\`)
  process.exit(1)
}
${shape.streams ? printStream(shape) : printAnswer(shape)}`,
    language: 'typescript',
    fileName: 'request.mts',
    install: null,
    run: 'node request.mts',
    files,
  }
}

function printAnswer(shape: Shape): string {
  switch (shape.prints) {
    case 'text':
      return printText(shape)
    case 'vectors':
      return printTypescriptVectors(shape)
    case 'ranking':
      return printTypescriptRanking()
    case 'links':
      return printTypescriptLinks()
    case 'page':
      return printTypescriptPage(shape)
    case 'raw':
      return '\nconsole.log(await response.text())\n'
  }
}

function printText({ tools, sources }: Shape): string {
  return `
${sources ? `${typescriptSourceType}\n` : ''}type Message = { content: string | null${sources ? '; sources: Source[]' : ''}${tools ? '; tool_calls?: { function: { name: string; arguments: string } }[]' : ''} }
const { choices } = (await response.json()) as { choices: { message: Message }[] }
for (const { message } of choices) {
  if (message.content) console.log(message.content)
${sources ? `  const { sources } = message\n${printTypescriptSources('  ')}` : ''}${
    tools
      ? `  for (const call of message.tool_calls ?? []) {
    console.log(call.function.name, call.function.arguments)
  }
`
      : ''
  }}
`
}

function printStream(shape: Shape): string {
  return `
${shape.sources ? `${typescriptSourceType}\nlet sources: Source[] = []\n` : ''}let rest = ''
let complete = false
for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split('\\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    if (!line.startsWith('data:')) continue
    const data = line.slice(5).trim()
    if (data === '[DONE]') {
      complete = true
      break
    }
    const event = JSON.parse(data)
${shape.prints === 'links' ? endAtTypescriptMapError : endAtError}${printEvent(shape)}  }
}
if (!complete) {
  console.error(\`\\nThe response is incomplete (\${requestId}).\`)
  process.exit(1)
}
${shape.prints === 'text' ? 'console.log()\n' : ''}${shape.sources ? printTypescriptSources('') : ''}`
}

const endAtError = `    if (event.error) {
      console.error(\`\\n\${event.error.code} (\${requestId}): \${event.error.message}\`)
      process.exit(1)
    }
`

function printEvent(shape: Shape): string {
  if (shape.prints === 'links') return printTypescriptMapEvent(shape)
  return shape.prints === 'raw' ? '    console.log(data)\n' : printDelta(shape)
}

function printDelta({ tools, sources }: Shape): string {
  return `    for (const { delta } of event.choices) {
      process.stdout.write(delta.content ?? '')
${sources ? '      sources = delta.sources ?? sources\n' : ''}${
    tools
      ? `      for (const call of delta.tool_calls ?? []) {
        if (call.function.name) process.stdout.write(\`\\n\${call.function.name} \`)
        process.stdout.write(call.function.arguments ?? '')
      }
`
      : ''
  }    }
`
}

const typescriptSourceType = 'type Source = { metadata: { title: string; url: string } }'

/** TypeScript lines that print the list `sources`, indented by `indent`. */
function printTypescriptSources(indent: string): string {
  return `${indent}for (const [place, { metadata }] of sources.entries()) {
${indent}  console.log(\`[\${place + 1}] \${metadata.title} \${metadata.url}\`)
${indent}}
`
}

/** TypeScript lines that print the links of a map, one per line. */
function printTypescriptLinks(): string {
  return `
const { links } = (await response.json()) as { links: string[] }
for (const link of links) console.log(link)
`
}

/** TypeScript lines that print the requested format of a page. */
function printTypescriptPage({ format }: Shape): string {
  return `
type Page = { warning?: string; ${format}: ${format === 'links' ? 'string[]' : 'string'} }
const { data } = (await response.json()) as { data: Page }
if (data.warning) console.error(data.warning)
${format === 'links' ? 'for (const link of data.links) console.log(link)' : `console.log(data.${format})`}
`
}

/** TypeScript lines inside the loop over map events. A search has its links only in the final event. */
function printTypescriptMapEvent({ searches }: Shape): string {
  return `    if (event.object === '${searches ? 'map.result' : 'map.chunk'}') {
      for (const link of event.links) console.log(link)
    }
`
}

/** TypeScript lines that end the program on an error event, in the error format of a map. */
const endAtTypescriptMapError = `    if (event.error) {
      console.error(\`\\n\${event.code} (\${requestId}): \${event.error}\`)
      process.exit(1)
    }
`
