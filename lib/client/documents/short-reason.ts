import { isObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'
import type { RunFailure } from '#lib/client/run.ts'

/** Why a document was not read, in a word or two. */
export function toShortReason(failure: RunFailure): string {
  switch (failure.kind) {
    case 'api':
      return `${failure.status} ${reasonOf(failure.raw) ?? failure.code}`
    case 'interrupted':
      return 'broken off'
    case 'unreachable':
      return 'not reached'
    case 'offline':
      return 'offline'
    case 'signed-out':
      return 'signed out'
  }
}

function reasonOf(raw: string): string | null {
  const answer = readJson(raw)
  return isObject(answer) ? toText(answer['reason']) : null
}
