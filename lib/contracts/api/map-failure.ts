import { z } from 'zod'
import type { ErrorFormat } from '#lib/contracts/core/contract.ts'

/** Error format of a map request: the body of a success with empty lists, and a string instead of an object. */
export const mapFailure: ErrorFormat = {
  schema: z
    .object({
      success: z.literal(false),
      error: z.string(),
      code: z.string(),
      links: z.array(z.string()).max(0),
    })
    .meta({ id: 'MapFailure' }),
  print: ({ message, code }) => ({ success: false, error: message, code, links: [] }),
}
