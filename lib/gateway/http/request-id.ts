import { newId } from '#lib/capabilities/new-id.ts'

/** The `x-request-id` header of a response without a request context, as name, value. */
export function requestId(): string[] {
  return ['x-request-id', newId('req_', 24)]
}
