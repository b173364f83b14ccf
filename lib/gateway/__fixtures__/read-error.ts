import { expect } from 'vitest'
import { z } from 'zod'

const errorSchema = z.strictObject({
  error: z.strictObject({
    message: z.string().min(1),
    type: z.enum([
      'invalid_request_error',
      'permission_error',
      'rate_limit_error',
      'insufficient_quota',
      'server_error',
    ]),
    param: z.string().nullable(),
    code: z.string().min(1),
  }),
})
const cohereSchema = errorSchema.extend({ message: z.string() })

/** The error of a response, after checking that its envelope and headers are exactly the standard ones. */
export async function readError(response: Response): Promise<z.output<typeof errorSchema>['error']> {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9A-Za-z]{24}$/)
  const body: unknown = await response.json()
  if (!new URL(response.url).pathname.startsWith('/v2/')) return errorSchema.parse(body).error
  const { error, message } = cohereSchema.parse(body)
  expect(message).toBe(error.message)
  return error
}
