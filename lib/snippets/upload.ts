import { passwordVariable, toFormParts } from '#lib/contracts/core/form-parts.ts'
import { pythonLiteral, shellLiteral, typescriptLiteral } from './literals.ts'
import type { Snippet, SnippetRequest } from './snippet.ts'

const whenNoFile = { kind: 'file', name: 'file', fileName: 'document.pdf', type: 'application/pdf' } as const

/** An upload as a curl command, as one would type it; the file is next to it. */
export function toShortCurlUpload(request: SnippetRequest): Snippet {
  const { file, texts } = partsOf(request)
  const lines = [
    `curl ${shellLiteral(request.baseUrl + request.path)}`,
    '-H "Authorization: Bearer $SEXTANT_API_KEY"',
    ...writeForm(file, texts),
  ]
  return { ...script, code: `${lines.join(' \\\n  ')}\n` }
}

/** An upload as a curl command that fails if the response is an error. */
export function toCurlUpload(request: SnippetRequest): Snippet {
  const { file, texts } = partsOf(request)
  const command = [
    `curl -sS --fail-with-body ${shellLiteral(request.baseUrl + request.path)}`,
    '-H "Authorization: Bearer $SEXTANT_API_KEY"',
    String.raw`-w '%{stderr}\nHTTP %{http_code} %header{x-request-id}\n'`,
    ...writeForm(file, texts),
  ].join(' \\\n  ')
  return { ...script, code: `${command} || (exit 1)\n` }
}

const script = {
  language: 'bash',
  fileName: 'request.sh',
  install: null,
  run: 'sh request.sh',
  files: [],
} as const satisfies Partial<Snippet>

function writeForm(
  file: { readonly name: string; readonly fileName: string; readonly type: string },
  texts: readonly { readonly name: string; readonly value: string }[],
): readonly string[] {
  // Quotes are only needed around characters that -F reads itself.
  const isPlain = /^[^\s"\\,;]+$/.test(file.fileName)
  const name = isPlain ? file.fileName : `"${file.fileName.replace(/["\\]/g, String.raw`\$&`)}"`
  return [`-F ${shellLiteral(`${file.name}=@${name};type=${file.type}`)}`, ...texts.map(writeText)]
}

function writeText({ name, value }: { readonly name: string; readonly value: string }): string {
  if (value === passwordVariable) return `--form-string "${name}=${passwordVariable}"`
  // -F reads a file if a value begins with @ or <, and options behind a semicolon.
  const flag = /^[\w.:/-][\w.:/ -]*$/.test(value) ? '-F' : '--form-string'
  return `${flag} ${shellLiteral(`${name}=${value}`)}`
}

/** An upload with `requests` alone. An error ends it with its status. */
export function toShortPythonUpload(request: SnippetRequest): Snippet {
  const { file, texts, printsContent } = partsOf(request)
  const name = pythonLiteral(file.fileName)
  const data = texts.map(part => `            ${pythonLiteral(part.name)}: ${toPython(part.value)},\n`)
  return {
    code: `import os
import requests

with open(${name}, "rb") as file:
    response = requests.post(
        ${pythonLiteral(request.baseUrl + request.path)},
        headers={"Authorization": f"Bearer {os.environ['SEXTANT_API_KEY']}"},
        files={${pythonLiteral(file.name)}: (${name}, file, ${pythonLiteral(file.type)})},
${data.length === 0 ? '' : `        data={\n${data.join('')}        },\n`}    )
response.raise_for_status()
${printsContent ? 'print(response.json()["content"])' : 'print(response.text)'}
`,
    language: 'python',
    fileName: 'request.py',
    install: 'pip install requests',
    run: 'python3 request.py',
    files: [],
  }
}

/** The same with error handling. */
export function toPythonUpload(request: SnippetRequest): Snippet {
  const { file, texts, printsContent } = partsOf(request)
  const name = pythonLiteral(file.fileName)
  const data = texts.map(part => `            ${pythonLiteral(part.name)}: ${toPython(part.value)},\n`)
  return {
    code: `import os
import sys

import requests

with open(${name}, "rb") as file:
    response = requests.post(
        ${pythonLiteral(request.baseUrl + request.path)},
        headers={"Authorization": f"Bearer {os.environ['SEXTANT_API_KEY']}"},
        files={${pythonLiteral(file.name)}: (${name}, file, ${pythonLiteral(file.type)})},
${data.length === 0 ? '' : `        data={\n${data.join('')}        },\n`}        timeout=600,
    )
request_id = response.headers.get("x-request-id")
if not response.ok:
    try:
        code = response.json()["code"]
    except (ValueError, KeyError, TypeError):
        code = "error"
    sys.exit(f"{response.status_code} {code} ({request_id}): {response.text}")

${printsContent ? 'print(response.json()["content"])' : 'print(response.text)'}
`,
    language: 'python',
    fileName: 'request.py',
    install: 'pip install requests',
    run: 'python3 request.py',
    files: [],
  }
}

/** An upload with `fetch` alone. An error ends it with the response. */
export function toShortTypescriptUpload(request: SnippetRequest): Snippet {
  const { file, texts, printsContent } = partsOf(request)
  const name = typescriptLiteral(file.fileName)
  const lines = texts.map(
    part => `form.append(${typescriptLiteral(part.name)}, ${toTypescript(part.value)})\n`,
  )
  return {
    code: `import { openAsBlob } from 'node:fs'

const form = new FormData()
const file = await openAsBlob(${name}, { type: ${typescriptLiteral(file.type)} })
form.append(${typescriptLiteral(file.name)}, file, ${name})
${lines.join('')}const response = await fetch(${typescriptLiteral(request.baseUrl + request.path)}, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.SEXTANT_API_KEY}\` },
  body: form,
})
if (!response.ok) throw new Error(await response.text())
${
  printsContent
    ? 'const { content }: any = await response.json()\nconsole.log(content)'
    : 'console.log(await response.text())'
}
`,
    language: 'typescript',
    fileName: 'request.mts',
    install: null,
    run: 'node request.mts',
    files: [],
  }
}

/** The same with error handling. */
export function toTypescriptUpload(request: SnippetRequest): Snippet {
  const { file, texts, printsContent } = partsOf(request)
  const name = typescriptLiteral(file.fileName)
  const lines = texts.map(
    part => `form.append(${typescriptLiteral(part.name)}, ${toTypescript(part.value)})\n`,
  )
  return {
    code: `import { openAsBlob } from 'node:fs'

const form = new FormData()
const file = await openAsBlob(${name}, { type: ${typescriptLiteral(file.type)} })
form.append(${typescriptLiteral(file.name)}, file, ${name})
${lines.join('')}
const response = await fetch(${typescriptLiteral(request.baseUrl + request.path)}, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.SEXTANT_API_KEY}\` },
  body: form,
})
const requestId = response.headers.get('x-request-id')
if (!response.ok) {
  const text = await response.text()
  console.error(\`\${response.status} (\${requestId}): \${text}\`)
  process.exit(1)
}

${
  printsContent
    ? 'const { content } = (await response.json()) as { content: string }\nconsole.log(content)'
    : 'console.log(await response.text())'
}
`,
    language: 'typescript',
    fileName: 'request.mts',
    install: null,
    run: 'node request.mts',
    files: [],
  }
}

function toPython(value: string): string {
  return value === passwordVariable ? "os.environ['PDF_PASSWORD']" : pythonLiteral(value)
}

function toTypescript(value: string): string {
  return value === passwordVariable ? "process.env.PDF_PASSWORD ?? ''" : typescriptLiteral(value)
}

function partsOf({ contract, body }: SnippetRequest) {
  const parts = toFormParts(body)
  const texts = parts.flatMap(part => (part.kind === 'text' ? part : []))
  const mode = texts.find(({ name }) => name === 'extract_mode')?.value ?? ''
  return {
    file: parts.find(part => part.kind === 'file') ?? whenNoFile,
    texts,
    printsContent: contract === 'upload' && ['', 'text', 'markdown'].includes(mode),
  }
}
