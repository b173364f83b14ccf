import { newId } from '#lib/capabilities/new-id.ts'
import { messageFailure } from '#lib/contracts/api/messages/message-failure.ts'
import type { ErrorFormat } from '#lib/contracts/core/contract.ts'

/**
 * The ID of a response without a request context, as headers: name, value.
 * @param format of its error; clients of the Messages API read another header
 */
export function requestId(format?: ErrorFormat): string[] {
  const id = newId('req_', 24)
  return format === messageFailure ? ['x-request-id', id, 'request-id', id] : ['x-request-id', id]
}
