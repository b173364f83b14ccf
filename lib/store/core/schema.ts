import type { Generated } from 'kysely'
import type { BudgetSchema } from '#lib/store/budgets/budget-schema.ts'
import type {
  LibraryChunkTable,
  LibraryItemTable,
  LibraryTextTable,
  LibraryVectorTable,
} from '#lib/store/library/library-tables.ts'
import type { LimitUnit } from '#lib/store/limits/limit-exchange.ts'
import type { ProviderSchema } from '#lib/store/providers/provider-schema.ts'
import type { ResponseSchema } from '#lib/store/responses/response-schema.ts'
import type { Role } from '#lib/store/team/roles.ts'
import type { ShareTable } from '#lib/store/shares/share-schema.ts'
import type { TeamSchema } from '#lib/store/team/team-schema.ts'
import type { UsageSchema } from '#lib/store/usage/usage-schema.ts'

/** The tables as queries see them. Times are milliseconds, amounts are nano-dollars, lists are JSON in text. */
export interface Schema extends TeamSchema, ProviderSchema, UsageSchema, BudgetSchema, ResponseSchema {
  /** `readsFrom` is null in rows of versions that did not know it. */
  migrations: { id: number; name: string; appliedAt: number; readsFrom: number | null }
  teams: {
    id: string
    slug: string
    name: string
    createdAt: number
    /** When it was deleted; its row stays, so that late data is recognized as deleted. */
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
  /** When each gateway was last alive, by the clock of the database. */
  /** Null: written by an earlier version. */
  gateways: {
    id: string
    seenAt: number
    version: string | null
    schemaNumber: number | null
    startedAt: number | null
  }
  limitUses: LimitUseTable
  /** Requests that asked a provider and have no row yet; `request` is JSON. */
  openRequests: { id: string; teamId: string; gatewayId: string; request: string }
  settings: { teamId: string; data: string; revision: number; updatedAt: number }
  priceCatalogs: PriceCatalogTable
  operatorPrices: OperatorPriceTable
  pageCache: PageCacheTable
  shares: ShareTable
  libraryItems: LibraryItemTable
  libraryTexts: LibraryTextTable
  libraryChunks: LibraryChunkTable
  libraryVectors: LibraryVectorTable
}

export interface UserTable {
  id: string
  /** Trimmed and in lower case; null: this user cannot sign in. */
  email: string | null
  name: string
  createdAt: number
  /** As `$argon2id$…`; null: no password sign-in. */
  passwordHash: string | null
  issuer: string | null
  subject: string | null
  lastSeenAt: number | null
}

interface MembershipTable {
  teamId: string
  userId: string
  role: Role
  /** Increased when the role changes or the member leaves, which invalidates everything derived from it. */
  sessionEpoch: number
  createdAt: number
}

/** The uses of a rate limit in the last minute, of all instances; in PostgreSQL only. */
export interface LimitUseTable {
  /** The key, team or network that is limited. */
  subject: string
  unit: LimitUnit
  /** JSON: amounts by slot, the number of 250 ms since 1970. */
  slots: string
  /** JSON: places of each instance, and until when. */
  holders: string
  updatedAt: number
}

/** Prices of the operator that requests were charged by. */
interface OperatorPriceTable {
  /** As rows of the request log name it. */
  ref: string
  /** JSON. */
  price: string
  firstUsedAt: number
}

/** Catalogs of `prices update`, which all teams use. */
interface PriceCatalogTable {
  id: string
  /** The day of its prices, in UTC. */
  madeAt: number
  /** Of `body`, hexadecimal. */
  sha256: string
  /** JSON in the format of `lib/prices/catalog.json`. */
  body: string
  appliedAt: number
  /** Name of the actor. */
  appliedBy: string
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
  /** The key that this one replaced. */
  replaces: string | null
  /** 1: bodies of its requests are logged temporarily. */
  keepBodies: number
  /** Its budget, shared with keys rotated from it. */
  budgetId: string | null
  /** Nano-dollars spent by its requests so far. */
  spentNanos: number
  /** JSON of the limits that admins set for any owner; null: none. */
  ceilings: string | null
  /** Public model id that its chat requests use instead of an unknown one; null: none. */
  defaultModel: string | null
  /** The key that a series of rotations began with, whose rate limits it shares; null: it is the first. */
  firstKeyId: string | null
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
  /** One of several ways to the model, such as `openai-a#2/gpt-6-sol`; null: there is one, or the row is older. */
  deployment: string | null
  /** Of the client, and of the last provider asked; null: the operation has none, or the row is older. */
  apiFormat: string | null
  upstreamApiFormat: string | null
  /** A hash of the client's session, and its name of the agent within it. */
  session: string | null
  agent: string | null
  attempts: number
  status: number
  errorCode: string | null
  promptTokens: number
  completionTokens: number
  /** Parts of the tokens of the prompt, and of the answer. */
  cacheReadTokens: number
  cacheWriteTokens: number
  /** Of those, kept for an hour. */
  cacheWriteLongTokens: number
  reasoningTokens: number
  /** 1: translated with cache hints of the client, and the provider reported that it read nothing from its cache. */
  cacheMissed: number
  usageEstimated: number
  costNanos: number
  /** `reported`, `operator`, `catalog`, `free`, `unpriced` or `mixed`; null: no model answered, or the row is older. */
  costSource: string | null
  /** Names the price; null: none was used, or several. */
  priceRef: string | null
  /** JSON of what the price counted. */
  units: string | null
  /** 1: the parts of the reported usage do not add up to its totals. */
  usageMismatch: number
  /** Names of members that the model which answered cannot use; null: none, or the row is older. */
  ignored: string | null
  /** The limit that only a budget has set, where the answer ended at it; null: it ended earlier, or the row is older. */
  cutAtTokens: number | null
  firstMs: number | null
  totalMs: number
  stream: number
  documentPages: number
  ocrPages: number
  audioMs: number
  /** IP address and user agent of the caller. */
  address: string | null
  client: string | null
  /** Durations of its waits. */
  authMs: number
  queueMs: number
  loadMs: number
  upstreamMs: number
  /** JSON of the attempts, if there were several or the only one failed. */
  attemptList: string | null
  /** 1: its bodies were logged, though they may have expired. */
  bodiesKept: number
}

/** Request and response, without secrets and image data. */
export interface RequestBodyTable {
  requestId: string
  teamId: string
  /** When the request began: retention of bodies counts from it. */
  at: number
  request: string
  /** Size of the full body; the stored text may be shorter. */
  requestBytes: number
  requestWhole: number
  answer: string
  /** `events`: JSON pairs of milliseconds since the request and the bytes sent then. */
  answerKind: 'body' | 'events'
  answerBytes: number
  answerWhole: number
  /** JSON of both HTTP sides; null: not logged. */
  http: string | null
}
