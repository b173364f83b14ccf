import { z } from 'zod'
import type { FailureFace } from './contract.ts'

/** How an upload fails, in every mode: the body of its success, empty. */
export const uploadFailure: FailureFace = {
  schema: z
    .object({
      status: z.literal(false),
      content: z.literal(''),
      type: z.literal('error'),
      error: z.string(),
      code: z.string(),
      reason: z.string().optional().describe('A word that tells failures of one code apart.'),
    })
    .meta({ id: 'UploadFailure' }),
  print: (message, code, reason) => ({
    status: false,
    content: '',
    type: 'error',
    error: message,
    code,
    ...(reason !== null && { reason }),
  }),
}
