import { hasInlineFile, printedLengthMax } from './companion-files.ts'
import { shellLiteral } from './literals.ts'
import { shapeOf } from './shape.ts'
import type { Snippet, SnippetRequest } from './snippet.ts'

/** The request as a curl command, as one would type it. */
export function toShortCurl(request: SnippetRequest): Snippet {
  const { argument, files } = writeBody(request, '-d')
  const lines = [
    `curl ${shapeOf(request).streams ? '-N ' : ''}${shellLiteral(request.baseUrl + request.path)}`,
    '-H "Authorization: Bearer $SEXTANT_API_KEY"',
    '-H "Content-Type: application/json"',
    ...versionOf(request).map(version => `-H "${version}"`),
    argument,
  ]
  return { ...script, code: `${lines.join(' \\\n  ')}\n`, files }
}

/** The request as a curl command that fails if the response is an error or incomplete. */
export function toCurl(request: SnippetRequest): Snippet {
  const { streams } = shapeOf(request)
  const { argument, files } = writeBody(request, '--data-raw')
  const command = [
    `curl ${streams ? '-sSN' : '-sS --fail-with-body'} ${shellLiteral(request.baseUrl + request.path)}`,
    '-H "Authorization: Bearer $SEXTANT_API_KEY"',
    "-H 'Content-Type: application/json'",
    ...versionOf(request).map(version => `-H '${version}'`),
    String.raw`-w '%{stderr}\nHTTP %{http_code} %header{x-request-id}\n'`,
    argument,
  ].join(' \\\n  ')
  // Parentheses set the exit status without closing the terminal in which this is pasted.
  return {
    ...script,
    code: streams ? `${command} |\n${untilLine(request)}` : `${command} || (exit 1)\n`,
    files,
  }
}

const script = {
  language: 'bash',
  fileName: 'request.sh',
  install: null,
  run: 'sh request.sh',
} as const satisfies Partial<Snippet>

/** Anthropic requires it in the requests of its format; this API does not. */
function versionOf({ contract }: SnippetRequest): readonly string[] {
  return contract === 'messages' ? ['anthropic-version: 2023-06-01'] : []
}

// The last event distinguishes a complete response from an error and a lost connection.
function untilLine({ contract }: SnippetRequest): string {
  const last = lastLines[contract] ?? ["'data: [DONE]'*"]
  return `(
  complete=
  while IFS= read -r line || [ -n "$line" ]; do
    printf '%s\\n' "$line"
    case $line in ${last.join(' | ')}) complete=1 ;; esac
  done
  [ "$complete" ] || { echo 'The response is incomplete.' >&2; exit 1; }
)
`
}

// Shell patterns.
const lastLines: Readonly<Record<string, readonly string[]>> = {
  messages: ["'event: message_stop'*"],
  responses: ["'event: response.completed'*", "'event: response.incomplete'*"],
}

function writeBody({ body }: SnippetRequest, flag: string): { argument: string; files: Snippet['files'] } {
  // Linux limits an argument to 128 KiB, and readers to much less.
  const inFile = body.length > printedLengthMax || hasInlineFile(JSON.parse(body))
  if (!inFile) return { argument: `${flag} ${shellLiteral(body)}`, files: [] }
  return {
    argument: '--data-binary @body.json',
    files: [{ name: 'body.json', binary: false, content: body }],
  }
}
