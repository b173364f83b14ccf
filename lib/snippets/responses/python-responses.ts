import { pythonLiteral } from '#lib/snippets/literals.ts'
import { writeImports, writePythonArguments } from '#lib/snippets/python-body.ts'
import { shapeOf, type Shape } from '#lib/snippets/shape.ts'
import type { Snippet, SnippetRequest } from '#lib/snippets/snippet.ts'
import { splitResponseFields } from './response-fields.ts'

/** The call of the Responses API with the openai SDK alone: import, client, call, print. */
export function toShortPythonResponses(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { given, imports, files } = writePythonArguments(toArguments(shape), 1)
  return {
    ...program,
    files,
    code: `${writeImports([...imports, 'import os', 'from openai import OpenAI'])}

client = OpenAI(base_url=${pythonLiteral(`${request.baseUrl}/v1`)}, api_key=os.environ["SEXTANT_API_KEY"])

${shape.streams ? 'stream' : 'response'} = client.responses.create(
${given})
${shape.streams ? `for event in stream:\n${printEvent(shape, '    ')}` : printResponse(shape, '')}`,
  }
}

/** The call of the Responses API with the openai SDK, which prints errors and notices an incomplete stream. */
export function toPythonResponses(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { given, imports, files } = writePythonArguments(toArguments(shape), 2)
  return {
    ...program,
    files,
    code: `${writeImports([...imports, 'import os', 'import sys'])}

from openai import APIError, OpenAI

client = OpenAI(
    base_url=${pythonLiteral(`${request.baseUrl}/v1`)},
    api_key=os.environ["SEXTANT_API_KEY"],
)
request_id = None
try:
    ${shape.streams ? 'stream' : 'response'} = client.responses.create(
${given}    )
${shape.streams ? printStream(shape) : printResponse(shape, '    ')}except APIError as error:
    status = getattr(error, "status_code", "stream")
    sys.exit(f"{status} {error.code} ({getattr(error, 'request_id', None) or request_id}): {error.message}")
`,
  }
}

const program = {
  language: 'python',
  fileName: 'request.py',
  install: 'pip install openai',
  run: 'python3 request.py',
} as const satisfies Partial<Snippet>

function toArguments(shape: Shape): readonly (readonly [string, unknown])[] {
  const { known, extra } = splitResponseFields(shape)
  return Object.keys(extra).length === 0 ? known : [...known, ['extra_body', extra]]
}

function printResponse({ tools }: Shape, indent: string): string {
  const calls = `${indent}for item in response.output:
${indent}    if item.type == "function_call":
${indent}        print(item.name, item.arguments)
`
  return `${indent}print(response.output_text)\n${tools ? calls : ''}`
}

function printStream(shape: Shape): string {
  return `    request_id = stream.response.headers.get("x-request-id")
    complete = False
    for event in stream:
        if event.type == "error":
            sys.exit(f"stream {event.code} ({request_id}): {event.message}")
        complete = complete or event.type in ("response.completed", "response.incomplete")
${printEvent(shape, '        ')}    if not complete:
        sys.exit(f"\\nThe response is incomplete ({request_id}).")
    print()
`
}

function printEvent({ tools }: Shape, indent: string): string {
  const text = `${indent}if event.type == "response.output_text.delta":
${indent}    print(event.delta, end="", flush=True)
`
  if (!tools) return text
  return `${text}${indent}if event.type == "response.output_item.added" and event.item.type == "function_call":
${indent}    print(f"\\n{event.item.name} ", end="")
${indent}if event.type == "response.function_call_arguments.delta":
${indent}    print(event.delta, end="", flush=True)
`
}
