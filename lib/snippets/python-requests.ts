import { pythonLiteral } from './literals.ts'
import { toPythonBody, writeImports } from './python-body.ts'
import { shapeOf, type Shape } from './shape.ts'
import type { Snippet, SnippetRequest } from './snippet.ts'

/** The request as a Python program with `requests`. */
export function toPythonRequests(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { statement, bytes, imports, files } = toPythonBody(request)
  const json = shape.streams || bytes.startsWith('json.') ? ['import json'] : []
  const modules = [...json, 'import os', 'import sys', ...imports, ...importsOfVectors(shape)]
  const code = `${writeImports(modules)}

import requests

${statement === null ? '' : `${statement}\n\n`}response = requests.post(
    ${pythonLiteral(request.baseUrl + request.path)},
    headers={
        "Authorization": f"Bearer {os.environ['SEXTANT_API_KEY']}",
        "Content-Type": "application/json",
    },
    data=${bytes},${shape.streams ? '\n    stream=True,' : ''}
    timeout=600,
)
request_id = response.headers.get("x-request-id")
if not response.ok:
    try:
        code = response.json()["error"]["code"]
    except (ValueError, KeyError, TypeError):
        code = "error"
    sys.exit(f"{response.status_code} {code} ({request_id}): {response.text}")
${shape.streams ? printStream(shape) : printAnswer(shape)}`
  return {
    code,
    language: 'python',
    fileName: 'request.py',
    install: 'pip install requests',
    run: 'python3 request.py',
    files,
  }
}

function printAnswer(shape: Shape): string {
  switch (shape.prints) {
    case 'text':
      return printText(shape)
    case 'vectors':
      return printPythonVectors(shape)
    case 'ranking':
      return printPythonRanking()
    case 'links':
      return printPythonLinks()
    case 'page':
      return printPythonPage(shape)
    case 'raw':
      return '\nprint(response.text)\n'
  }
}

function printText({ tools, sources }: Shape): string {
  return `
for choice in response.json()["choices"]:
    message = choice["message"]
    if message["content"]:
        print(message["content"])
${
  tools
    ? `    for call in message.get("tool_calls") or []:
        print(call["function"]["name"], call["function"]["arguments"])
`
    : ''
}${sources ? `    sources = message["sources"]\n${printPythonSources('    ')}` : ''}`
}

function printStream(shape: Shape): string {
  return `
${shape.sources ? 'sources = []\n' : ''}for line in response.iter_lines(chunk_size=1):
    if not line.startswith(b"data:"):
        continue
    data = line[5:].strip()
    if data == b"[DONE]":
        break
    event = json.loads(data)
${shape.prints === 'links' ? endAtPythonMapError : endAtError}${printEvent(shape)}else:
    sys.exit(f"\\nThe response is incomplete ({request_id}).")
${shape.prints === 'text' ? 'print()\n' : ''}${shape.sources ? printPythonSources('') : ''}`
}

const endAtError = `    if "error" in event:
        sys.exit(f"\\n{event['error']['code']} ({request_id}): {event['error']['message']}")
`

function printEvent(shape: Shape): string {
  if (shape.prints === 'links') return printPythonMapEvent(shape)
  return shape.prints === 'raw' ? '    print(data.decode(), flush=True)\n' : printDelta(shape)
}

function printDelta({ tools, sources }: Shape): string {
  return `    for choice in event["choices"]:
        print(choice["delta"].get("content") or "", end="", flush=True)
${sources ? '        sources = choice["delta"].get("sources", sources)\n' : ''}${
    tools
      ? `        for call in choice["delta"].get("tool_calls") or []:
            if call["function"].get("name"):
                print(f"\\n{call['function']['name']} ", end="")
            print(call["function"].get("arguments", ""), end="", flush=True)
`
      : ''
  }`
}

/** Python lines that print the list `sources`, indented by `indent`. */
function printPythonSources(indent: string): string {
  return `${indent}for number, source in enumerate(sources, start=1):
${indent}    print(f"[{number}] {source['metadata']['title']} {source['metadata']['url']}")
`
}

/** Python lines that print the links of a map, one per line. */
function printPythonLinks(): string {
  return `
for link in response.json()["links"]:
    print(link)
`
}

/** Python lines that print the requested format of a page; its warning goes to standard error. */
function printPythonPage({ format }: Shape): string {
  return `
data = response.json()["data"]
if data.get("warning"):
    print(data["warning"], file=sys.stderr)
${format === 'links' ? 'for link in data["links"]:\n    print(link)' : `print(data["${format}"])`}
`
}

/** Python lines inside the loop over map events. A search has its links only in the final event. */
function printPythonMapEvent({ searches }: Shape): string {
  const kind = searches ? 'map.result' : 'map.chunk'
  return `    if event["object"] == "${kind}":
        for link in event["links"]:
            print(link, flush=True)
`
}

/** Python lines that end the program on an error event, in the error format of a map. */
const endAtPythonMapError = `    if "error" in event:
        sys.exit(f"\\n{event['code']} ({request_id}): {event['error']}")
`

/** Python lines that print the vector `vector` of the input `index`, indented by `indent`. */
export function printPythonVector(indent: string, index: string, vector: string): string {
  return `${indent}first = ", ".join(f"{number:.4f}" for number in ${vector}[:4])
${indent}print(f"{${index}}: {len(${vector})} dimensions [{first}, …]")
`
}

/** Python lines that print the vectors of the JSON response. */
function printPythonVectors({ encoding }: Shape): string {
  const vector =
    encoding === 'base64' ? 'array("f", base64.b64decode(item["embedding"]))' : 'item["embedding"]'
  return `
for item in response.json()["data"]:
    vector = ${vector}
${printPythonVector('    ', "item['index']", 'vector')}`
}

/** Modules that these lines need. */
export function importsOfVectors({ prints, encoding }: Shape): readonly string[] {
  return prints === 'vectors' && encoding === 'base64' ? ['import base64', 'from array import array'] : []
}

/** Python lines that print the JSON of a ranking, best first. */
function printPythonRanking(): string {
  return `
for rank, result in enumerate(response.json()["results"], start=1):
    text = (result.get("document") or {}).get("text", "")
    print(f"{rank}. {result['relevance_score']:.4f} #{result['index']} {text}")
`
}
