export type ShareAudience = 'team' | 'public'

/** A request that a short link opens. Times are milliseconds. */
export interface ShareTable {
  id: string
  teamId: string
  /** sha256 of the link's secret, hexadecimal. */
  hash: string
  /** Id of the request's contract. */
  contract: string
  /** First words of the request. */
  title: string
  /** JSON, without secrets and files; empty once the link is withdrawn. */
  draft: string
  /** Who may open it: members of the team, or anybody who has the link. */
  audience: ShareAudience
  createdBy: string
  createdAt: number
  /** Null: it does not end. */
  expiresAt: number | null
  revokedAt: number | null
  views: number
  lastViewedAt: number | null
}
