import { z } from 'zod'

/** One sign-in in one browser. Times are milliseconds since 1970. */
export const sessionSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  user: z.string(),
  yours: z.boolean(),
  /** The current session. */
  current: z.boolean(),
  /** Whether the requester may end it. */
  endable: z.boolean(),
  created_at: z.number(),
  expires_at: z.number(),
  address: z.string().nullable(),
  /** User agent of the browser. */
  client: z.string().nullable(),
})

/** A page of sessions, newest first. */
export const sessionPageSchema = z.object({
  sessions: z.array(sessionSchema),
  /** Cursor of the next page; null: no more sessions. */
  next: z.string().nullable(),
})

/** The sessions to end; the current one stays. */
export const endSessionsSchema = z.object({ of: z.enum(['you', 'everybody']) })

export type Session = z.infer<typeof sessionSchema>
export type SessionPage = z.infer<typeof sessionPageSchema>
