import { z } from 'zod'

/** One's own account. */
export const youSchema = z.object({
  name: z.string(),
  /** Null in open mode, and where somebody signs in elsewhere without one. */
  email: z.string().nullable(),
  /** Whether there is a password to change, and passwords are in use. */
  has_password: z.boolean(),
  /** Who vouches for them, by address; null: nobody does yet. */
  vouched_by: z.string().nullable(),
})

export const renameYouSchema = z.object({ name: z.string() })

export const changePasswordSchema = z.object({ current: z.string(), password: z.string() })

/** `ended_sessions`: how many other sign-ins ended. */
export const changedPasswordSchema = z.object({ ended_sessions: z.number() })

export type You = z.infer<typeof youSchema>
