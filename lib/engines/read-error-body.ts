import { isRecord, readString } from './json.ts'

export interface ErrorBody {
  readonly message: string
  readonly code: string | null
  readonly param: string | null
}

/** Reads the error shapes in use: nested, flat, a bare string, FastAPI's `detail`, Gemini's list of one. */
export function readErrorBody(text: string): ErrorBody {
  const outer = unwrap(parse(text))
  if (typeof outer === 'string') return { message: outer, code: null, param: null }
  if (!isRecord(outer)) return { message: '', code: null, param: null }
  const error = outer['error'] ?? outer
  if (typeof error === 'string') return { message: error, code: readString(outer['error_type']), param: null }
  if (!isRecord(error)) return { message: '', code: null, param: null }
  const detail = error['detail']
  const first: unknown = Array.isArray(detail) ? detail[0] : detail
  const message =
    readString(error['message']) ??
    readString(first) ??
    (isRecord(first) ? readString(first['msg']) : null) ??
    ''
  const code = readString(error['code']) ?? readString(error['type'])
  return { message, code, param: readString(error['param']) }
}

function unwrap(value: unknown): unknown {
  return Array.isArray(value) ? (value[0] as unknown) : value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // An HTML page or a cut body says nothing that may be shown.
    if (error instanceof SyntaxError) return null
    throw error
  }
}
