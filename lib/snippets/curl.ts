import { hasInlineFile, printedLengthMax } from './companion-files.ts'
import { shellLiteral } from './literals.ts'
import { shapeOf } from './shape.ts'
import type { Snippet, SnippetRequest } from './snippet.ts'

/** The request as a curl command for any POSIX shell; the answer is printed as the API sends it. */
export function toCurl(request: SnippetRequest): Snippet {
  const { streams } = shapeOf(request)
  // Linux takes at most 128 KiB in one argument, and no reader as much.
  const inFile = request.body.length > printedLengthMax || hasInlineFile(JSON.parse(request.body))
  const command = [
    `curl ${streams ? '-sSN' : '-sS --fail-with-body'} ${shellLiteral(request.baseUrl + request.path)}`,
    '-H "Authorization: Bearer $SEXTANT_API_KEY"',
    "-H 'Content-Type: application/json'",
    String.raw`-w '%{stderr}\nHTTP %{http_code} %header{x-request-id}\n'`,
    inFile ? '--data-binary @body.json' : `--data-raw ${shellLiteral(request.body)}`,
  ].join(' \\\n  ')
  return {
    // Parentheses keep the exit status without closing a terminal that this is pasted into.
    code: streams ? `${command} |\n${untilDone}` : `${command} || (exit 1)\n`,
    language: 'bash',
    fileName: 'request.sh',
    install: null,
    run: 'sh request.sh',
    files: inFile ? [{ name: 'body.json', binary: false, content: request.body }] : [],
  }
}

// The last event tells a whole answer from a refusal, an error inside the stream and a lost connection.
const untilDone = `(
  complete=
  while IFS= read -r line || [ -n "$line" ]; do
    printf '%s\\n' "$line"
    case $line in 'data: [DONE]'*) complete=1 ;; esac
  done
  [ "$complete" ] || { echo 'The answer is not complete.' >&2; exit 1; }
)
`
