import { z } from 'zod'

/** Playgrounds whose requests a short link opens, by the id of their contract. */
export const sharedContracts = ['chat', 'embeddings', 'rerank', 'map', 'scrape', 'search', 'upload'] as const

/** Characters of the request's JSON. */
export const sharedLengthMax = 500_000

export const shareLives = ['1d', '7d', '30d', 'never'] as const
export const audienceSchema = z.enum(['team', 'public'])

/** What a short link is made of. */
export const newShareSchema = z.object({
  /** JSON of the request, as `readSharedRequest` reads it. */
  request: z.string().max(sharedLengthMax),
  /** First words of the request, which lists show. */
  title: z.string().trim().max(200),
  life: z.enum(shareLives),
  /** Members of the team, or anybody who has the link. */
  audience: audienceSchema,
})

/** A short link as lists show it. Times are milliseconds since 1970. */
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
  /** Whether everybody's are among them. */
  you_see_all: z.boolean(),
  /** Whether the team lets links open for people who are not signed in. */
  public_links: z.boolean(),
})

/** `secret` is the link's, and this its only copy. */
export const madeShareSchema = z.object({ id: z.string(), secret: z.string() })

export const openedShareSchema = z.object({ contract: z.enum(sharedContracts), request: z.string() })

export type NewShare = z.input<typeof newShareSchema>
export type TeamShare = z.infer<typeof shareSchema>
export type ShareList = z.infer<typeof shareListSchema>
export type ShareLife = NewShare['life']
