import { fieldOf } from './console-answer.ts'
import { readJson } from '#lib/read-json.ts'

/** An error from the console; `param` is the invalid field. */
export class ConsoleRefusal extends Error {
  override readonly name = 'ConsoleRefusal'
  readonly code: string
  readonly param: string | null

  constructor(message: string, code: string, param: string | null) {
    super(message)
    this.code = code
    this.param = param
  }
}

/**
 * Calls a console route.
 * @returns the JSON response
 * @throws ConsoleRefusal, also without a response
 */
export async function askConsole(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error
    throw new ConsoleRefusal('Could not reach the console. Is it running?', 'unreachable', null)
  })
  const answer = readJson(await response.text())
  if (response.ok) return answer
  const error = fieldOf(answer, 'error')
  const [message, code, param] = ['message', 'code', 'param'].map(name => fieldOf(error, name))
  throw new ConsoleRefusal(
    typeof message === 'string' ? message : `The console returned HTTP ${response.status}.`,
    typeof code === 'string' ? code : `http_${response.status}`,
    typeof param === 'string' ? param : null,
  )
}
