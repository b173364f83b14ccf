import { z } from 'zod'
import { playgrounds } from '#lib/contracts/api/capabilities.ts'

/** Every playground supports short links; by contract id. */
export const sharedContracts = playgrounds.map(({ contract }) => contract)

/** Maximum characters of the request's JSON. */
const sharedLengthMax = 500_000

const shareLives = ['1d', '7d', '30d', 'never'] as const
export const audienceSchema = z.enum(['team', 'public'])

/** Input of a short link. */
export const newShareSchema = z.object({
  /** JSON of the request, as `readSharedRequest` reads it. */
  request: z.string().max(sharedLengthMax),
  /** Start of the request, shown in lists. */
  title: z.string().trim().max(200),
  life: z.enum(shareLives),
  /** Members of the team, or anyone with the link. */
  audience: audienceSchema,
})

/** A short link in a list. Times are milliseconds since 1970. */
export const shareSchema = z.object({
  id: z.string(),
  contract: z.string(),
  title: z.string(),
  audience: audienceSchema,
  created_by: z.string(),
  yours: z.boolean(),
  created_at: z.number(),
  expires_at: z.number().nullable(),
  views: z.number(),
  last_viewed_at: z.number().nullable(),
})

export const shareListSchema = z.object({
  shares: z.array(shareSchema),
  next_cursor: z.string().nullable(),
  /** Whether the list includes links of all members. */
  you_see_all: z.boolean(),
  /** Whether the team allows links to open without a sign-in. */
  public_links: z.boolean(),
})

/** `secret` belongs to the link and is returned only here. */
export const madeShareSchema = z.object({ id: z.string(), secret: z.string() })

export const openedShareSchema = z.object({ contract: z.enum(sharedContracts), request: z.string() })

export type NewShare = z.input<typeof newShareSchema>
export type TeamShare = z.infer<typeof shareSchema>
export type ShareList = z.infer<typeof shareListSchema>
export type ShareLife = NewShare['life']
