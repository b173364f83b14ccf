import { pythonLiteral, shellLiteral, typescriptLiteral } from './literals.ts'
import type { Snippet } from './snippet.ts'
import type { Flavour } from './to-snippet.ts'

/** A request without a body; its parameters are in the URL. */
export interface BareRequest {
  readonly method: string
  /** With its query, e.g. `http://127.0.0.1:3000/v1/library?limit=5`. */
  readonly url: string
}

/** Languages for these requests; the SDKs have no calls for them. */
export const bareFlavours = [
  'curl',
  'python-requests',
  'typescript-fetch',
] as const satisfies readonly Flavour[]

/** A complete program that sends the request and prints the response; the key comes from the environment. */
export function toBareSnippet(request: BareRequest, flavour: (typeof bareFlavours)[number]): Snippet {
  return printers[flavour](request)
}

const printers = { curl: toCurl, 'python-requests': toPython, 'typescript-fetch': toTypescript }

function toCurl({ method, url }: BareRequest): Snippet {
  const command = [
    `curl -sS --fail-with-body ${method === 'GET' ? '' : `-X ${method} `}${shellLiteral(url)}`,
    '-H "Authorization: Bearer $SEXTANT_API_KEY"',
    String.raw`-w '%{stderr}\nHTTP %{http_code} %header{x-request-id}\n'`,
  ].join(' \\\n  ')
  return {
    code: `${command} || (exit 1)\n`,
    language: 'bash',
    fileName: 'request.sh',
    install: null,
    run: 'sh request.sh',
    files: [],
  }
}

function toPython({ method, url }: BareRequest): Snippet {
  return {
    code: `import os
import sys

import requests

response = requests.request(
    ${pythonLiteral(method)},
    ${pythonLiteral(url)},
    headers={"Authorization": f"Bearer {os.environ['SEXTANT_API_KEY']}"},
    timeout=60,
)
request_id = response.headers.get("x-request-id")
if not response.ok:
    sys.exit(f"{response.status_code} ({request_id}): {response.text}")

print(response.text)
`,
    language: 'python',
    fileName: 'request.py',
    install: 'pip install requests',
    run: 'python3 request.py',
    files: [],
  }
}

function toTypescript({ method, url }: BareRequest): Snippet {
  return {
    code: `const response = await fetch(${typescriptLiteral(url)}, {
  method: ${typescriptLiteral(method)},
  headers: { Authorization: \`Bearer \${process.env.SEXTANT_API_KEY}\` },
})
const requestId = response.headers.get('x-request-id')
if (!response.ok) {
  const text = await response.text()
  console.error(\`\${response.status} (\${requestId}): \${text}\`)
  process.exit(1)
}

console.log(await response.text())
`,
    language: 'typescript',
    fileName: 'request.mts',
    install: null,
    run: 'node request.mts',
    files: [],
  }
}
