import { pythonLiteral } from '#lib/snippets/literals.ts'
import { writeImports, writePythonArguments } from '#lib/snippets/python-body.ts'
import { shapeOf, type Shape } from '#lib/snippets/shape.ts'
import type { Snippet, SnippetRequest } from '#lib/snippets/snippet.ts'
import { neededVersion, splitAnthropicFields } from './anthropic-fields.ts'

/** The call with Anthropic's SDK alone: import, client, call, print. */
export function toShortPythonAnthropic(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { given, imports, files } = writePythonArguments(toArguments(shape), 1)
  return {
    ...program,
    files,
    code: `${writeImports([...imports, 'import os', 'from anthropic import Anthropic'])}

${toClient(request, shape)}
${shape.streams ? 'stream' : 'message'} = client.messages.create(
${given})
${shape.streams ? `for event in stream:\n${printEvent(shape, '    ')}` : printMessage(shape, '')}`,
  }
}

/** The call with Anthropic's SDK, which prints errors and notices an incomplete stream. */
export function toPythonAnthropic(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { given, imports, files } = writePythonArguments(toArguments(shape), 2)
  return {
    ...program,
    files,
    code: `${writeImports([...imports, 'import os', 'import sys'])}

from anthropic import Anthropic, APIError

${toClient(request, shape)}request_id = None
try:
    ${shape.streams ? 'stream' : 'message'} = client.messages.create(
${given}    )
${shape.streams ? printStream(shape) : printMessage(shape, '    ')}except APIError as error:
    status = getattr(error, "status_code", "stream")
    sys.exit(f"{status} ({getattr(error, 'request_id', None) or request_id}): {error.body or error.message}")
`,
  }
}

const program = {
  language: 'python',
  fileName: 'request.py',
  install: 'pip install anthropic',
  run: 'python3 request.py',
} as const satisfies Partial<Snippet>

function toArguments(shape: Shape): readonly (readonly [string, unknown])[] {
  const { known, extra } = splitAnthropicFields(shape)
  return Object.keys(extra).length === 0 ? known : [...known, ['extra_body', extra]]
}

function toClient({ baseUrl }: SnippetRequest, shape: Shape): string {
  const version = neededVersion(shape)
  const headers =
    version === null ? '' : `\n    default_headers={"anthropic-version": ${pythonLiteral(version)}},`
  return `client = Anthropic(
    base_url=${pythonLiteral(baseUrl)},
    api_key=os.environ["SEXTANT_API_KEY"],${headers}
)
`
}

function printMessage({ tools }: Shape, indent: string): string {
  const calls = `${indent}    if block.type == "tool_use":
${indent}        print(block.name, block.input)
`
  return `${indent}for block in message.content:
${indent}    if block.type == "text":
${indent}        print(block.text)
${tools ? calls : ''}`
}

function printStream(shape: Shape): string {
  return `    request_id = stream.response.headers.get("x-request-id")
    complete = False
    for event in stream:
        complete = complete or event.type == "message_stop"
${printEvent(shape, '        ')}    if not complete:
        sys.exit(f"\\nThe response is incomplete ({request_id}).")
    print()
`
}

function printEvent({ tools }: Shape, indent: string): string {
  const text = `${indent}if event.type == "content_block_delta" and event.delta.type == "text_delta":
${indent}    print(event.delta.text, end="", flush=True)
`
  if (!tools) return text
  return `${text}${indent}if event.type == "content_block_start" and event.content_block.type == "tool_use":
${indent}    print(f"\\n{event.content_block.name} ", end="")
${indent}if event.type == "content_block_delta" and event.delta.type == "input_json_delta":
${indent}    print(event.delta.partial_json, end="", flush=True)
`
}
