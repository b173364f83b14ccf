import { z } from 'zod'

const fields = z.record(z.string(), z.unknown()).nullable()

/** One change, or one sign-in; it is never changed or removed itself. */
export const auditEntrySchema = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Null: the operator at the command line, or the product itself. */
  actor_id: z.string().nullable(),
  /** As it was then. */
  actor: z.string(),
  address: z.string().nullable(),
  action: z.string(),
  /** What was done, in words. */
  words: z.string(),
  /** The id of what was changed. */
  target: z.string().nullable(),
  /** What it is called, where that is known. */
  target_name: z.string().nullable(),
  before: fields,
  after: fields,
})

/** A page of entries, the newest first. */
export const auditPageSchema = z.object({
  entries: z.array(auditEntrySchema),
  /** Where the next page begins; null: there is none. */
  next: z.string().nullable(),
})

/** What entries can be found by. */
export const auditChoicesSchema = z.object({
  actions: z.array(z.object({ id: z.string(), words: z.string() })),
  people: z.array(z.object({ id: z.string(), name: z.string() })),
})

/** Which entries; what is absent is not asked for. In an address everything is text. */
export const auditFilterSchema = z.object({
  action: z.string().max(100).optional(),
  /** `none`: the operator, and the product itself. */
  actor: z.string().max(100).optional(),
  /** Milliseconds since 1970; entries at or after it. */
  since: z.coerce.number().int().min(0).optional(),
  /** Entries before it. */
  until: z.coerce.number().int().min(0).optional(),
})

export type AuditEntry = z.infer<typeof auditEntrySchema>
export type AuditPage = z.infer<typeof auditPageSchema>
export type AuditChoices = z.infer<typeof auditChoicesSchema>
export type AuditFilter = z.infer<typeof auditFilterSchema>
