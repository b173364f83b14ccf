import { z } from 'zod'

const fields = z.record(z.string(), z.unknown()).nullable()

/** One change or sign-in. Entries are never changed or removed. */
export const auditEntrySchema = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Null: the operator at the command line, or the server. */
  actor_id: z.string().nullable(),
  /** At the time of the event. */
  actor: z.string(),
  address: z.string().nullable(),
  action: z.string(),
  /** Description of the action. */
  words: z.string(),
  /** Id of the changed object. */
  target: z.string().nullable(),
  /** Name of the object, if known. */
  target_name: z.string().nullable(),
  before: fields,
  after: fields,
})

/** A page of entries, newest first. */
export const auditPageSchema = z.object({
  entries: z.array(auditEntrySchema),
  /** Cursor of the next page; null: no more entries. */
  next: z.string().nullable(),
})

/** Filters of the audit log. */
export const auditChoicesSchema = z.object({
  actions: z.array(z.object({ id: z.string(), words: z.string() })),
  people: z.array(z.object({ id: z.string(), name: z.string() })),
})

/** Absent filters match everything. In search params every value is text. */
export const auditFilterSchema = z.object({
  action: z.string().max(100).optional(),
  /** `none`: the operator and the server. */
  actor: z.string().max(100).optional(),
  /** Milliseconds since 1970; entries at or after this time. */
  since: z.coerce.number().int().min(0).optional(),
  /** Entries before this time. */
  until: z.coerce.number().int().min(0).optional(),
})

export type AuditEntry = z.infer<typeof auditEntrySchema>
export type AuditPage = z.infer<typeof auditPageSchema>
export type AuditChoices = z.infer<typeof auditChoicesSchema>
export type AuditFilter = z.infer<typeof auditFilterSchema>
