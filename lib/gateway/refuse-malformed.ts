import type { Duplex } from 'node:stream'
import { ApiError, toErrorBody } from '#lib/errors.ts'
import { requestId } from './request-id.ts'

const statuses: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are over 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request headers did not come in time.'],
}
const malformed = ['400 Bad Request', 'This is not a valid HTTP request.'] as const

/** Tells a client that does not speak HTTP, in the words of every other failure, and closes the connection. */
export function refuseMalformed(socket: Duplex, error: NodeJS.ErrnoException): void {
  const [status, message] = statuses[error.code ?? ''] ?? malformed
  const body = toBody(message)
  const [name, id] = requestId()
  socket.end(
    `HTTP/1.1 ${status}\r\n${name}: ${id}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** The answer to a request that HTTP allows but whose address makes no sense, such as `Host: a/b`. */
export function malformedAddress(): Response {
  const [name = '', id = ''] = requestId()
  const headers = { [name]: id, 'content-type': 'application/json; charset=utf-8' }
  return new Response(toBody('The request has no valid address: look at its Host header.'), {
    status: 400,
    headers,
  })
}

function toBody(message: string): string {
  return JSON.stringify(toErrorBody(new ApiError('invalid_value', message)))
}
