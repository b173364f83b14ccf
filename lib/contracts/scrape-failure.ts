import { z } from 'zod'
import type { FailureFace } from './contract.ts'

/** How a scrape with a flat body fails: a text instead of an object. */
export const scrapeFailure: FailureFace = {
  schema: z
    .object({ success: z.literal(false), error: z.string(), code: z.string() })
    .meta({ id: 'ScrapeFailure' }),
  print: (message, code) => ({ success: false, error: message, code }),
}
