import { toText } from '#lib/client/json-value.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import type { RunFailure } from '#lib/client/run.ts'

/** Short reason why a page or a document was not read. */
export function toShortReason(failure: RunFailure): string {
  switch (failure.kind) {
    case 'api':
      return `${failure.status} ${reasonOf(failure) ?? failure.code}`
    case 'interrupted':
      return 'interrupted'
    case 'unreachable':
      return 'unreachable'
    case 'offline':
      return 'offline'
    case 'signed-out':
      return 'signed out'
  }
}

/** The API's detailed reason, which distinguishes failures with the same code; null when missing. */
export function reasonOf(failure: RunFailure): string | null {
  const answer = failure.kind === 'api' ? readJson(failure.raw) : null
  return isRecord(answer) ? toText(answer['reason']) : null
}
