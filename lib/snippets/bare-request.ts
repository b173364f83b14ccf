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

/**
 * A program that sends the request and prints the response; the key comes from the environment. By default it is the
 * call alone; with error handling it also prints status and request ID of an error and exits 1.
 */
export function toBareSnippet(
  request: BareRequest,
  { flavour, handlesErrors = false }: { flavour: (typeof bareFlavours)[number]; handlesErrors?: boolean },
): Snippet {
  return printers[flavour][handlesErrors ? 'whole' : 'short'](request)
}

const printers = {
  curl: { short: toShortCurl, whole: toCurl },
  'python-requests': { short: toShortPython, whole: toPython },
  'typescript-fetch': { short: toShortTypescript, whole: toTypescript },
}

const script = {
  language: 'bash',
  fileName: 'request.sh',
  install: null,
  run: 'sh request.sh',
  files: [],
} as const
const python = {
  language: 'python',
  fileName: 'request.py',
  install: 'pip install requests',
  run: 'python3 request.py',
  files: [],
} as const
const typescript = {
  language: 'typescript',
  fileName: 'request.mts',
  install: null,
  run: 'node request.mts',
  files: [],
} as const

function toShortCurl({ method, url }: BareRequest): Snippet {
  return {
    ...script,
    code: `curl ${method === 'GET' ? '' : `-X ${method} `}${shellLiteral(url)} \\
  -H "Authorization: Bearer $SEXTANT_API_KEY"
`,
  }
}

function toCurl({ method, url }: BareRequest): Snippet {
  const command = [
    `curl -sS --fail-with-body ${method === 'GET' ? '' : `-X ${method} `}${shellLiteral(url)}`,
    '-H "Authorization: Bearer $SEXTANT_API_KEY"',
    String.raw`-w '%{stderr}\nHTTP %{http_code} %header{x-request-id}\n'`,
  ].join(' \\\n  ')
  return {
    ...script,
    code: `${command} || (exit 1)\n`,
  }
}

function toShortPython({ method, url }: BareRequest): Snippet {
  return {
    ...python,
    code: `import os
import requests

response = requests.request(
    ${pythonLiteral(method)},
    ${pythonLiteral(url)},
    headers={"Authorization": f"Bearer {os.environ['SEXTANT_API_KEY']}"},
)
response.raise_for_status()
print(response.text)
`,
  }
}

function toPython({ method, url }: BareRequest): Snippet {
  return {
    ...python,
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
  }
}

function toShortTypescript({ method, url }: BareRequest): Snippet {
  return {
    ...typescript,
    code: `const response = await fetch(${typescriptLiteral(url)}, {
  method: ${typescriptLiteral(method)},
  headers: { Authorization: \`Bearer \${process.env.SEXTANT_API_KEY}\` },
})
if (!response.ok) throw new Error(await response.text())
console.log(await response.text())
`,
  }
}

function toTypescript({ method, url }: BareRequest): Snippet {
  return {
    ...typescript,
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
  }
}
