import { z } from 'zod'

/** What a member may do, from least to most. */
export const roleSchema = z.enum(['viewer', 'member', 'admin', 'owner'])

/** Times are milliseconds since 1970. */
export const memberSchema = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: roleSchema,
  joined_at: z.number(),
  last_seen_at: z.number().nullable(),
  /** Working keys of theirs; the console's own is not counted. */
  keys: z.number(),
  shares: z.number(),
  you: z.boolean(),
})

export const invitationSchema = z.object({
  id: z.string(),
  role: roleSchema,
  /** The only address that may join with it; null: any. */
  email: z.string().nullable(),
  created_at: z.number(),
  expires_at: z.number(),
  created_by: z.string(),
})

/** `secret` is the link's, and this its only copy. */
export const newInvitationSchema = z.object({ id: z.string(), secret: z.string(), expires_at: z.number() })

export const peopleSchema = z.object({
  members: z.array(memberSchema),
  invitations: z.array(invitationSchema),
})

export type TeamRole = z.infer<typeof roleSchema>
export type TeamMember = z.infer<typeof memberSchema>
export type Invitation = z.infer<typeof invitationSchema>
export type People = z.infer<typeof peopleSchema>
