import { newId } from '#lib/capabilities/new-id.ts'

/** The `x-request-id` header of an answer that no call stands behind, as name, value. */
export function requestId(): string[] {
  return ['x-request-id', newId('req_', 24)]
}
