import type { Generated } from 'kysely'
import type { BudgetSchema } from '#lib/store/budgets/budget-schema.ts'
import type {
  LibraryChunkTable,
  LibraryItemTable,
  LibraryTextTable,
  LibraryVectorTable,
} from '#lib/store/library/library-tables.ts'
import type { ProviderSchema } from '#lib/store/providers/provider-schema.ts'
import type { Role } from '#lib/store/team/roles.ts'
import type { ShareTable } from '#lib/store/shares/share-schema.ts'
import type { TeamSchema } from '#lib/store/team/team-schema.ts'
import type { UsageSchema } from '#lib/store/usage/usage-schema.ts'

/** The tables as queries see them. Times are milliseconds, money is nano-dollars, lists are JSON in text. */
export interface Schema extends TeamSchema, ProviderSchema, UsageSchema, BudgetSchema {
  migrations: { id: number; name: string; appliedAt: number }
  teams: {
    id: string
    slug: string
    name: string
    createdAt: number
    /** When it was deleted; its row stays, so that what arrives late is known to be nobody's. */
    deletedAt: Generated<number | null>
  }
  users: UserTable
  memberships: MembershipTable
  sessions: {
    id: string
    userId: string
    createdAt: number
    expiresAt: number
    revokedAt: number | null
    address: string | null
    client: string | null
  }
  keys: KeyTable
  requests: RequestTable
  requestBodies: RequestBodyTable
  settings: { teamId: string; data: string; revision: number; updatedAt: number }
  pageCache: PageCacheTable
  shares: ShareTable
  libraryItems: LibraryItemTable
  libraryTexts: LibraryTextTable
  libraryChunks: LibraryChunkTable
  libraryVectors: LibraryVectorTable
}

export interface UserTable {
  id: string
  /** Trimmed and in lower case; null: nobody signs in as this user. */
  email: string | null
  name: string
  createdAt: number
  /** As `$argon2id$…`; null: no password opens this account. */
  passwordHash: string | null
  issuer: string | null
  subject: string | null
  lastSeenAt: number | null
}

interface MembershipTable {
  teamId: string
  userId: string
  role: Role
  /** Raised when the role changes or the member leaves: what was derived from it stops working. */
  sessionEpoch: number
  createdAt: number
}

interface PageCacheTable {
  teamId: string
  key: string
  fetchedAt: number
  sizeBytes: number
  /** gzip and base64. */
  body: string
}

export interface KeyTable {
  id: string
  teamId: string
  ownerId: string | null
  name: string
  kind: 'api' | 'playground'
  /** sha256 of the key, hexadecimal. */
  hash: string
  prefix: string
  last4: string
  scopes: string
  models: string | null
  requestsPerMinute: number | null
  tokensPerMinute: number | null
  parallel: number | null
  createdAt: number
  expiresAt: number | null
  disabledAt: number | null
  revokedAt: number | null
  lastUsedAt: number | null
  /** The key that this one came in place of. */
  replaces: string | null
  /** 1: bodies of its requests are kept for a while. */
  keepBodies: number
  /** What it may spend, which keys made in its place share. */
  budgetId: string | null
  /** Nano-dollars that its requests cost so far. */
  spentNanos: number
  /** JSON of what administrators limit it to, whoever's it is; null: nothing. */
  ceilings: string | null
}

export interface RequestTable {
  id: string
  teamId: string
  keyId: string
  userId: string | null
  startedAt: number
  route: string
  model: string | null
  answeredBy: string | null
  provider: string | null
  attempts: number
  status: number
  errorCode: string | null
  promptTokens: number
  completionTokens: number
  usageEstimated: number
  costNanos: number
  firstMs: number | null
  totalMs: number
  stream: number
  documentPages: number
  ocrPages: number
  audioMs: number
  /** Where it came from, and what that program calls itself. */
  address: string | null
  client: string | null
  /** What it waited for. */
  authMs: number
  queueMs: number
  loadMs: number
  upstreamMs: number
  /** JSON of each attempt, where there was more than one or the only one failed. */
  attemptList: string | null
  /** 1: its bodies were kept, though their time may be over. */
  bodiesKept: number
}

/** What was sent and what was answered, without secrets and data of images. */
export interface RequestBodyTable {
  requestId: string
  teamId: string
  /** When the request began: bodies end by it. */
  at: number
  request: string
  /** Of the whole, of which less may be kept. */
  requestBytes: number
  requestWhole: number
  answer: string
  /** `events`: JSON of pairs of milliseconds since the request and the bytes that went out then. */
  answerKind: 'body' | 'events'
  answerBytes: number
  answerWhole: number
}
