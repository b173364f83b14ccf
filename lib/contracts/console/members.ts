import { z } from 'zod'

/** Roles, from fewest to most permissions. */
export const roleSchema = z.enum(['viewer', 'member', 'admin', 'owner'])

/** Times are milliseconds since 1970. */
export const memberSchema = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: roleSchema,
  joined_at: z.number(),
  last_seen_at: z.number().nullable(),
  /** Active keys of the member, without the console's own. */
  keys: z.number(),
  shares: z.number(),
  you: z.boolean(),
})

export const invitationSchema = z.object({
  id: z.string(),
  role: roleSchema,
  /** The only email address that may join with the invitation; null: any. */
  email: z.string().nullable(),
  created_at: z.number(),
  expires_at: z.number(),
  created_by: z.string(),
})

/** `secret` belongs to the link and is returned only here. */
export const newInvitationSchema = z.object({ id: z.string(), secret: z.string(), expires_at: z.number() })

export const membersSchema = z.object({
  members: z.array(memberSchema),
  invitations: z.array(invitationSchema),
})

export type TeamRole = z.infer<typeof roleSchema>
export type TeamMember = z.infer<typeof memberSchema>
export type Invitation = z.infer<typeof invitationSchema>
export type Members = z.infer<typeof membersSchema>
