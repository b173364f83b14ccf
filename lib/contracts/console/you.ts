import { z } from 'zod'

/** The account of the current user. */
export const youSchema = z.object({
  name: z.string(),
  /** Null in open mode, and for SSO users without an email address. */
  email: z.string().nullable(),
  /** Whether the user has a password and passwords are enabled. */
  has_password: z.boolean(),
  /** URL of the identity provider; null: none yet. */
  vouched_by: z.string().nullable(),
})

export const renameYouSchema = z.object({ name: z.string() })

export const changePasswordSchema = z.object({ current: z.string(), password: z.string() })

/** `ended_sessions`: number of other sessions that ended. */
export const changedPasswordSchema = z.object({ ended_sessions: z.number() })

export type You = z.infer<typeof youSchema>
