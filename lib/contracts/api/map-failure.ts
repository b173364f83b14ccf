import { z } from 'zod'
import type { FailureFace } from '#lib/contracts/core/contract.ts'

/** How a mapping request fails: the body of its success, empty, and a text instead of an object. */
export const mapFailure: FailureFace = {
  schema: z
    .object({
      success: z.literal(false),
      error: z.string(),
      code: z.string(),
      links: z.array(z.string()).max(0),
    })
    .meta({ id: 'MapFailure' }),
  print: (message, code) => ({ success: false, error: message, code, links: [] }),
}
