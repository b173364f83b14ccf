import { isTooLongToPrint, printedLengthMax, withCompanionFiles } from './companion-files.ts'
import { pythonLiteral } from './literals.ts'
import { importsOfFiles, pythonFiles, writeImports, writePythonArguments } from './python-body.ts'
import { importsOfVectors } from './python-requests.ts'
import { toPythonOpenaiFields } from './sdk-fields.ts'
import { shapeOf, type Shape } from './shape.ts'
import type { Snippet, SnippetFile, SnippetRequest } from './snippet.ts'
import { pythonSyntax, writeValue } from './write-value.ts'

/** The call with the openai SDK alone: import, client, call, print. */
export function toShortPythonOpenai(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { given, imports, files } = writePythonArguments(toPythonOpenaiFields(request, shape), 1)
  return {
    ...program,
    install: 'pip install openai',
    files,
    code: `${writeImports([...imports, 'import os', 'from openai import OpenAI'])}

client = OpenAI(base_url=${pythonLiteral(`${request.baseUrl}/v1`)}, api_key=os.environ["SEXTANT_API_KEY"])

${callOpenai(shape)}(
${given})
${printOpenai(shape)}`,
  }
}

/** The call with `requests` alone. An error ends it with its status. */
export function toShortPythonRequests(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { argument, contentType, imports, files } = writeJson(request)
  const json = shape.streams && shape.prints !== 'raw' ? ['import json'] : []
  const modules = [...json, 'import os', 'import requests', ...imports, ...importsOfVectors(shape)]
  return {
    ...program,
    install: 'pip install requests',
    files,
    code: `${writeImports(modules)}

response = requests.post(
    ${pythonLiteral(request.baseUrl + request.path)},
    headers={"Authorization": f"Bearer {os.environ['SEXTANT_API_KEY']}"${contentType}},
    ${argument},
${shape.streams ? '    stream=True,\n' : ''})
response.raise_for_status()
${shape.streams ? printLines(shape) : printBody(shape)}`,
  }
}

const program = {
  language: 'python',
  fileName: 'request.py',
  run: 'python3 request.py',
} as const satisfies Partial<Snippet>

function callOpenai({ prints, streams }: Shape): string {
  if (prints === 'vectors') return 'embeddings = client.embeddings.create'
  return `${streams ? 'stream' : 'completion'} = client.chat.completions.create`
}

function printOpenai({ prints, streams, tools, body }: Shape): string {
  if (prints === 'vectors') {
    return 'for item in embeddings.data:\n    print(item.index, len(item.embedding), item.embedding[:3])\n'
  }
  if (!streams) {
    const content = (message: string) =>
      `print(${message}.content${tools ? ` or ${message}.tool_calls` : ''})\n`
    if (body['n'] !== undefined && body['n'] !== 1) {
      return `for choice in completion.choices:\n    ${content('choice.message')}`
    }
    return tools
      ? `message = completion.choices[0].message\n${content('message')}`
      : content('completion.choices[0].message')
  }
  if (prints === 'raw') return 'for event in stream:\n    print(event.to_json(indent=None), flush=True)\n'
  const calls = `        for call in choice.delta.tool_calls or []:
            print(call.function.name or "", call.function.arguments or "", sep="", end="", flush=True)
`
  return `for event in stream:
    for choice in event.choices:
        print(choice.delta.content or "", end="", flush=True)
${tools ? calls : ''}`
}

/**
 * The body as an argument of `requests.post`: the same JSON, or the same text if Python would read it as another
 * value.
 */
function writeJson({ body }: SnippetRequest): {
  readonly argument: string
  readonly contentType: string
  readonly imports: readonly string[]
  readonly files: readonly SnippetFile[]
} {
  const value: unknown = JSON.parse(body)
  if (!isTooLongToPrint(body, value) && JSON.stringify(value) === body) {
    const { syntax, files } = withCompanionFiles(pythonSyntax, pythonFiles)
    const argument = `json=${writeValue(value, syntax, 1)}`
    return { argument, contentType: '', imports: importsOfFiles(files), files }
  }
  const contentType = ', "Content-Type": "application/json"'
  if (body.length <= printedLengthMax) {
    return { argument: `data=${pythonLiteral(body)}.encode()`, contentType, imports: [], files: [] }
  }
  const files = [{ name: 'body.json', binary: false, content: body }]
  return {
    argument: 'data=Path("body.json").read_bytes()',
    contentType,
    imports: importsOfFiles(files),
    files,
  }
}

function printBody(shape: Shape): string {
  const { prints, format, encoding } = shape
  switch (prints) {
    case 'text':
      return printText(shape)
    case 'vectors':
      return encoding === 'base64'
        ? `for item in response.json()["data"]:
    vector = array("f", base64.b64decode(item["embedding"]))
    print(item["index"], len(vector), vector[:3].tolist())
`
        : `for item in response.json()["data"]:
    print(item["index"], len(item["embedding"]), item["embedding"][:3])
`
    case 'ranking':
      return 'for result in response.json()["results"]:\n    print(result["index"], result["relevance_score"])\n'
    case 'links':
      return 'print(*response.json()["links"], sep="\\n")\n'
    case 'page':
      return format === 'links'
        ? 'print(*response.json()["data"]["links"], sep="\\n")\n'
        : `print(response.json()["data"]["${format}"])\n`
    case 'raw':
      return 'print(response.text)\n'
  }
}

function printText({ tools, sources, body }: Shape): string {
  if (body['n'] !== undefined && body['n'] !== 1) {
    const calls = tools ? ' or choice["message"]["tool_calls"]' : ''
    return `for choice in response.json()["choices"]:\n    print(choice["message"]["content"]${calls})\n`
  }
  if (!tools && !sources) return 'print(response.json()["choices"][0]["message"]["content"])\n'
  return `message = response.json()["choices"][0]["message"]
print(message["content"]${tools ? ' or message["tool_calls"]' : ''})
${sources ? 'for source in message["sources"]:\n    print(source["metadata"]["url"])\n' : ''}`
}

// An event without the field that is read here is an error: it ends the program with its text in the traceback.
function printLines({ prints, searches, tools }: Shape): string {
  if (prints === 'raw') return 'for line in response.iter_lines():\n    print(line.decode(), flush=True)\n'
  if (prints === 'links') {
    return `for line in response.iter_lines():
    if line.startswith(b"data: {") and (event := json.loads(line[6:]))["object"] == "map.${searches ? 'result' : 'chunk'}":
        print(*event["links"], sep="\\n", flush=True)
`
  }
  return `for line in response.iter_lines():
    for choice in json.loads(line[6:])["choices"] if line.startswith(b"data: {") else []:
        print(choice["delta"].get("content") or ${tools ? 'choice["delta"].get("tool_calls") or ' : ''}"", end="", flush=True)
`
}
