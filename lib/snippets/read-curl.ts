import { readCurlWords, type CurlCall } from './read-curl-words.ts'
import { splitCommandLine } from './split-command-line.ts'

export type CurlReading =
  | {
      readonly ok: true
      /** Id of the contract whose path was called. */
      readonly contract: string
      readonly body: Readonly<Record<string, unknown>>
      /** True when the command carried a key: it was dropped, say so. */
      readonly keyDropped: boolean
      /** Flags and headers that were not understood, to be listed. */
      readonly ignored: readonly string[]
      /** Further remarks, each a sentence. */
      readonly notices: readonly string[]
    }
  | { readonly ok: false; readonly reason: string }

interface KnownPath {
  readonly id: string
  readonly path: string
}

/** Reads a pasted curl command, whatever host it calls, into the body of a playground. */
export function readCurl(text: string, contracts: readonly KnownPath[]): CurlReading {
  const { words, variables, problem } = splitCommandLine(withoutPrompt(text))
  if (problem !== null) return refused(problem)
  const start = words.findIndex(word => /(^|[\\/])curl(\.exe)?$/i.test(word))
  // What precedes may set variables: `KEY=… curl …`.
  if (start === -1 || !words.slice(0, start).every(word => /^\w+=/.test(word))) {
    return refused('This is not a curl command.')
  }
  const call = readCurlWords(words.slice(start + 1))
  if (call.url === null) return refused('The command names no address.')
  const contract = contracts.find(each => pathOf(call.url ?? '').endsWith(each.path))
  if (contract === undefined) {
    return refused(
      `No playground calls ${pathOf(call.url)}. Known: ${contracts.map(each => each.path).join(', ')}.`,
    )
  }
  const body = readBody(call)
  if (typeof body === 'string') return refused(body)
  const named = variables.filter(name => call.data.join('').includes(name))
  return {
    ok: true,
    contract: contract.id,
    body,
    keyDropped: call.keyDropped,
    ignored: call.ignored,
    notices: [
      ...(named.length > 0 ? [`Variables are kept as they are written: ${named.join(', ')}.`] : []),
      ...call.files.map(name => `Attach ${name} again: a command does not carry its files.`),
    ],
  }
}

function readBody(call: CurlCall): Record<string, unknown> | string {
  const file = call.dataFiles[0]
  if (file !== undefined) {
    return `The body lies in ${file === '-' ? 'the standard input' : `the file ${file}`}. Paste it into the JSON view.`
  }
  if (call.data.length === 0) return { ...call.fields }
  try {
    const body: unknown = JSON.parse(call.data.join('&'))
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
    return 'The body is not a JSON object.'
  } catch (error) {
    if (error instanceof SyntaxError) return `The body is not valid JSON: ${error.message}.`
    throw error
  }
}

function pathOf(url: string): string {
  return url
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '')
}

/** Documentation shows commands behind a prompt or within a fence. */
function withoutPrompt(text: string): string {
  return text.replace(/^\s*```\w*\n/, '').replace(/^\s*[$>%]\s+/, '')
}

function refused(reason: string): CurlReading {
  return { ok: false, reason }
}
