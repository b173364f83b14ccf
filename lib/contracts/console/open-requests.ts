import { z } from 'zod'

/** A request that is being answered: the log has it when it ends. */
const openRequestSchema = z.object({
  id: z.string(),
  started_at: z.number(),
  /** As requested; null: not known yet, or it names none. */
  model: z.string().nullable(),
})

/** Those of a key, the newest first; `now` is the clock of the server, in milliseconds since 1970. */
export const openListSchema = z.object({ now: z.number(), requests: z.array(openRequestSchema) })

/** Id of a key. */
export const openQuerySchema = z.object({ key: z.string().min(1).max(64) })

export type OpenList = z.infer<typeof openListSchema>
export type OpenRequest = z.infer<typeof openRequestSchema>
