import type { Role } from './roles.ts'

/** Tables of members, invitations and the audit log. Times are milliseconds. */
export interface TeamSchema {
  invitations: InvitationTable
  setupLinks: { hash: string; teamId: string; createdAt: number; expiresAt: number }
  audit: AuditTable
  signInAttempts: { bucket: string; id: string; at: number }
}

export interface InvitationTable {
  id: string
  teamId: string
  /** sha256 of the link's secret, hexadecimal. */
  hash: string
  role: Role
  /** The only email address that can use it; null: any. */
  email: string | null
  createdBy: string
  createdAt: number
  expiresAt: number
  usedAt: number | null
  usedBy: string | null
  revokedAt: number | null
}

export interface AuditTable {
  id: string
  teamId: string
  at: number
  actorId: string | null
  /** At the time of the change: names change, and members leave. */
  actorName: string
  address: string | null
  action: string
  target: string | null
  /** JSON, without secrets. */
  before: string | null
  after: string | null
}
