import type { FormatAdapter } from './format-adapter.ts'
import { readResponse, readResponseEvent } from './read-response.ts'
import { toResponsesBody } from './to-responses-body.ts'

/** The Responses API. */
export const responsesAdapter: FormatAdapter = {
  toSent: toResponsesBody,
  readEvent: readResponseEvent,
  readBody: readResponse,
}
