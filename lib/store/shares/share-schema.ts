export type ShareAudience = 'team' | 'public'

/** A shared request. Times are milliseconds. */
export interface ShareTable {
  id: string
  teamId: string
  /** sha256 of the link's secret, hexadecimal. */
  hash: string
  /** Id of the request's contract. */
  contract: string
  /** Start of the request. */
  title: string
  /** JSON, without secrets and files; empty after it is revoked. */
  draft: string
  /** Audience: members of the team, or anyone with the link. */
  audience: ShareAudience
  createdBy: string
  createdAt: number
  /** Null: no expiry. */
  expiresAt: number | null
  revokedAt: number | null
  views: number
  lastViewedAt: number | null
}
