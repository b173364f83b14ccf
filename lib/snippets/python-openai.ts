import { withCompanionFiles, writeFields } from './companion-files.ts'
import { pythonLiteral } from './literals.ts'
import { splitFields } from './openai-fields.ts'
import { printPythonVector } from './python-answers.ts'
import { importsOfFiles, pythonFiles } from './python-body.ts'
import { shapeOf, type Shape } from './shape.ts'
import type { Snippet, SnippetRequest } from './snippet.ts'
import { pythonSyntax, writeValue } from './write-value.ts'

/** A request as a Python program with the openai SDK, which sends the same JSON. */
export function toPythonOpenai(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { syntax, files: media } = withCompanionFiles(pythonSyntax, pythonFiles)
  const { known, extra } = splitFields(request, shape)
  const { written, files: lists } = writeFields(
    [...known, ...(Object.keys(extra).length > 0 ? [['extra_body', extra] as const] : [])],
    {
      write: value => writeValue(value, syntax, 2),
      read: name => `json.loads(${pythonFiles.text(name)})`,
    },
  )
  const files = [...media, ...lists]
  const given = written.map(([name, expression]) => `        ${name}=${expression},\n`).join('')
  const modules = importsOfFiles(files)
  const json = lists.length > 0 ? ['import json'] : []
  const standard = [...modules.filter(each => each.startsWith('import')), ...json, 'import os', 'import sys']
  const code = `${[...standard, ...modules.filter(each => each.startsWith('from'))].join('\n')}

from openai import APIError, OpenAI

client = OpenAI(
    base_url=${pythonLiteral(`${request.baseUrl}/v1`)},
    api_key=os.environ["SEXTANT_API_KEY"],
)
${shape.streams ? 'request_id = None\n' : ''}try:
    ${call(shape)}(
${given}    )
${shape.streams ? printStream(shape) : printAnswer(shape)}except APIError as error:
    status = getattr(error, "status_code", "stream")
    sys.exit(f"{status} {error.code} ({getattr(error, 'request_id', ${shape.streams ? 'request_id' : 'None'})}): {error.message}")
`
  return {
    code,
    language: 'python',
    fileName: 'request.py',
    install: 'pip install openai',
    run: 'python3 request.py',
    files,
  }
}

function call({ prints, streams }: Shape): string {
  if (prints === 'vectors') return 'embeddings = client.embeddings.create'
  return `${streams ? 'stream' : 'completion'} = client.chat.completions.create`
}

function printAnswer({ prints, tools }: Shape): string {
  if (prints === 'vectors') {
    return `    for item in embeddings.data:
${printPythonVector('        ', 'item.index', 'item.embedding')}`
  }
  return `    for choice in completion.choices:
        if choice.message.content:
            print(choice.message.content)
${
  tools
    ? `        for call in choice.message.tool_calls or []:
            print(call.function.name, call.function.arguments)
`
    : ''
}`
}

function printStream({ prints, tools }: Shape): string {
  return `    request_id = stream.response.headers.get("x-request-id")
    finished = False
    for event in stream:
${prints === 'raw' ? '        print(event.to_json(indent=None), flush=True)\n' : ''}        for choice in event.choices:
            finished = finished or choice.finish_reason is not None
${prints === 'raw' ? '' : printDelta(tools)}    if not finished:
        sys.exit(f"\\nThe answer is not complete ({request_id}).")
${prints === 'raw' ? '' : '    print()\n'}`
}

function printDelta(tools: boolean): string {
  return `            print(choice.delta.content or "", end="", flush=True)
${
  tools
    ? `            for call in choice.delta.tool_calls or []:
                if call.function.name:
                    print(f"\\n{call.function.name} ", end="")
                print(call.function.arguments or "", end="", flush=True)
`
    : ''
}`
}
