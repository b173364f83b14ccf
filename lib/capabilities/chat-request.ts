import type { ChatRequest } from '#lib/contracts/chat.ts'

/** The request as an upstream gets it: our own field and what was null are left out. */
export function toUpstreamRequest(input: ChatRequest): ChatRequest {
  const request: ChatRequest = { ...input }
  delete request.models
  if (request.stream !== true) delete request.stream_options
  for (const key in request) if (request[key] === null) delete request[key]
  return request
}
