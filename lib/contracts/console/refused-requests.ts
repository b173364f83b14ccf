import { z } from 'zod'

/** A request without a valid key or route. The client chose its texts. */
const refusedRequestSchema = z.object({
  at: z.number(),
  method: z.string(),
  path: z.string(),
  client: z.string().nullable(),
  status: z.number(),
  code: z.string(),
})

/** Those of the reader's network; `now` is the clock of the server, in milliseconds since 1970. */
export const refusedListSchema = z.object({ now: z.number(), requests: z.array(refusedRequestSchema) })

/** `since` is a `now` of an earlier response. */
export const refusedQuerySchema = z.object({ since: z.coerce.number().int().min(0).max(8.64e15) })

export type RefusedList = z.infer<typeof refusedListSchema>
