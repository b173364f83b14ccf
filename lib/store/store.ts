import { sql } from 'kysely'
import { createAccountStore, type AccountStore } from './accounts.ts'
import { createAuditStore, type AuditStore } from './audit.ts'
import { type BudgetStore, createBudgetStore } from './budgets.ts'
import { createInvitationStore, type InvitationStore } from './invitations.ts'
import { createKeptBodyStore, type KeptBodyStore } from './kept-bodies.ts'
import { createKeyStore, type KeyStore } from './keys.ts'
import { createLibraryStore, type LibraryStore } from './library/library.ts'
import { createMemberStore, type MemberStore } from './members.ts'
import { countApplied } from './migrate.ts'
import { migrations } from './migrations.ts'
import { openBackend } from './open-backend.ts'
import { createModelSetupStore, type ModelSetupStore } from './model-setup.ts'
import { createPageStore, type PageStore } from './pages.ts'
import { createProviderKeyStore, type ProviderKeyStore } from './provider-keys.ts'
import { createProviderStore, type ProviderStore } from './providers.ts'
import { createRequestStore, type RequestStore } from './requests.ts'
import { createSessionStore, type SessionStore } from './sessions.ts'
import { createSetUpStore, type SetUpStore } from './set-up.ts'
import { createShareStore, type ShareStore } from './shares.ts'
import { createSignInAttemptStore, type SignInAttemptStore } from './sign-in-attempts.ts'
import { createSingleSignOnStore, type SingleSignOnStore } from './single-sign-on.ts'
import { createTeamSettingsStore, type TeamSettingsStore } from './team-settings.ts'
import { createTeamStore, type TeamStore } from './teams.ts'
import { createUsageStore, type UsageStore } from './usage.ts'

export interface StoreOptions {
  /** Holds the SQLite file when there is no PostgreSQL. */
  readonly dataDir: string
  readonly databaseUrl: string | null
}

export interface Store {
  readonly kind: 'sqlite' | 'postgres'
  readonly accounts: AccountStore
  readonly audit: AuditStore
  readonly bodies: KeptBodyStore
  readonly budgets: BudgetStore
  readonly invitations: InvitationStore
  readonly keys: KeyStore
  readonly library: LibraryStore
  readonly members: MemberStore
  readonly modelSetup: ModelSetupStore
  readonly pages: PageStore
  readonly providerKeys: ProviderKeyStore
  readonly providers: ProviderStore
  readonly requests: RequestStore
  readonly sessions: SessionStore
  readonly settings: TeamSettingsStore
  readonly setUp: SetUpStore
  readonly shares: ShareStore
  readonly signInAttempts: SignInAttemptStore
  readonly singleSignOn: SingleSignOnStore
  readonly teams: TeamStore
  readonly usage: UsageStore
  /** Resolves when the database answers; the deadline is the caller's. */
  ping(): Promise<void>
  migrationsCurrent(): Promise<boolean>
  /**
   * Calls the listener soon (≤ 1 s) after any process changed keys or settings, and after a time in which a change
   * may have been missed. Returns how to stop.
   */
  onChange(listener: () => void): () => void
  close(): Promise<void>
}

/**
 * Opens the store and brings its tables up to date.
 * @throws Error when it cannot be reached, or was written by a newer version
 */
export async function openStore({ dataDir, databaseUrl }: StoreOptions): Promise<Store> {
  const backend = await openBackend(dataDir, databaseUrl)
  return {
    kind: backend.kind,
    accounts: createAccountStore(backend),
    audit: createAuditStore(backend),
    bodies: createKeptBodyStore(backend),
    budgets: createBudgetStore(backend),
    invitations: createInvitationStore(backend),
    keys: createKeyStore(backend),
    library: createLibraryStore(backend),
    members: createMemberStore(backend),
    modelSetup: createModelSetupStore(backend),
    pages: createPageStore(backend),
    providerKeys: createProviderKeyStore(backend),
    providers: createProviderStore(backend),
    requests: createRequestStore(backend),
    sessions: createSessionStore(backend),
    settings: createTeamSettingsStore(backend),
    setUp: createSetUpStore(backend),
    shares: createShareStore(backend),
    signInAttempts: createSignInAttemptStore(backend),
    singleSignOn: createSingleSignOnStore(backend),
    teams: createTeamStore(backend),
    usage: createUsageStore(backend),
    async ping() {
      await sql`select 1`.execute(backend.database)
    },
    async migrationsCurrent() {
      return (await countApplied(backend.database)) === migrations.length
    },
    onChange: listener => backend.onChange(listener),
    close: () => backend.close(),
  }
}
