import { z } from 'zod'

/** A gateway that serves requests with this database. */
const gatewaySchema = z.object({
  id: z.string(),
  /** Null: older than the record of versions. */
  version: z.string().nullable(),
  /** Milliseconds since 1970; null: likewise. */
  started_at: z.number().nullable(),
  /** Milliseconds since it was seen last. */
  silent_ms: z.number(),
})

/** Those seen in the last 20 seconds; null: with SQLite there is only one, and it is not recorded. */
export const gatewaysSchema = z.object({ gateways: z.array(gatewaySchema).nullable() })

export type Gateways = z.infer<typeof gatewaysSchema>
