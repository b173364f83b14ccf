import { z } from 'zod'

/** One sign-in in one browser. Times are milliseconds since 1970. */
export const sessionSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  user: z.string(),
  yours: z.boolean(),
  /** The one that asks. */
  current: z.boolean(),
  /** Whether the asker may end it. */
  endable: z.boolean(),
  created_at: z.number(),
  expires_at: z.number(),
  address: z.string().nullable(),
  /** What the browser calls itself. */
  client: z.string().nullable(),
})

/** A page of sign-ins, the newest first. */
export const sessionPageSchema = z.object({
  sessions: z.array(sessionSchema),
  /** Where the next page begins; null: there is none. */
  next: z.string().nullable(),
})

/** Whose sign-ins end; the one that asks goes on. */
export const endSessionsSchema = z.object({ of: z.enum(['you', 'everybody']) })

export type Session = z.infer<typeof sessionSchema>
export type SessionPage = z.infer<typeof sessionPageSchema>
