import { sql } from 'kysely'
import {
  createAuditStore,
  type AuditStore,
  type Actor,
  recordChange,
  operator,
} from '#lib/store/team/audit.ts'
import { createOpenRequestStore, type OpenRequestStore } from '#lib/store/requests/open-requests.ts'
import { type BudgetStore, createBudgetStore } from '#lib/store/budgets/budgets.ts'
import { createInvitationStore, type InvitationStore } from '#lib/store/team/invitations.ts'
import { createLoggedBodyStore, type LoggedBodyStore } from '#lib/store/requests/logged-bodies.ts'
import { createKeyStore, type KeyStore } from '#lib/store/keys/keys.ts'
import { createLibraryStore, type LibraryStore } from '#lib/store/library/library.ts'
import { createLimitUses, type LimitUses } from '#lib/store/limits/limit-uses.ts'
import { createMemberStore, type MemberStore } from '#lib/store/team/members.ts'
import { readSchemaState, type SchemaState } from './migrate.ts'
import { openBackend } from './open-backend.ts'
import { createModelSetupStore, type ModelSetupStore } from '#lib/store/providers/model-setup.ts'
import { createPageStore, type PageStore } from './pages.ts'
import { createOperatorPriceStore, type OperatorPriceStore } from '#lib/store/prices/operator-prices.ts'
import { createPriceCatalogStore, type PriceCatalogStore } from '#lib/store/prices/price-catalogs.ts'
import { createProviderKeyStore, type ProviderKeyStore } from '#lib/store/providers/provider-keys.ts'
import { createProviderStore, type ProviderStore } from '#lib/store/providers/providers.ts'
import { type BillStore, createBillStore } from '#lib/store/requests/bills.ts'
import { createRequestStore, type RequestStore } from '#lib/store/requests/requests.ts'
import { createResponseStore, type ResponseStore } from '#lib/store/responses/responses.ts'
import { createSessionStore, type SessionStore } from '#lib/store/team/sessions.ts'
import { createShareStore, type ShareStore } from '#lib/store/shares/shares.ts'
import { createSignInAttemptStore, type SignInAttemptStore } from '#lib/store/team/sign-in-attempts.ts'
import { createSingleSignOnStore, type SingleSignOnStore } from '#lib/store/team/single-sign-on.ts'
import { createTeamSettingsStore, type TeamSettingsStore } from '#lib/store/team/team-settings.ts'
import { createTeamStore, type TeamStore } from '#lib/store/team/teams.ts'
import { createUsageStore, type UsageStore } from '#lib/store/usage/usage.ts'
import type { Backend } from './backend.ts'
import { toStorable } from './to-storable.ts'
import { readPersonName, type NewAccount } from '#lib/store/team/account.ts'
import { inTransaction, lockTeam } from './in-transaction.ts'
import { raiseRevision } from './raise-revision.ts'
import { ApiError } from '#lib/errors.ts'
import { hashLinkSecret, isSameHash, makeLinkSecret } from './link-secret.ts'
import { findPlaceholderOwner } from '#lib/store/placeholder-owner.ts'
import { makeId } from './id.ts'

export interface StoreOptions {
  /** Folder of the SQLite file, without PostgreSQL. */
  readonly dataDir: string
  readonly databaseUrl: string | null
}

export interface Store {
  readonly kind: 'sqlite' | 'postgres'
  readonly accounts: AccountStore
  readonly audit: AuditStore
  readonly bills: BillStore
  readonly bodies: LoggedBodyStore
  readonly budgets: BudgetStore
  readonly invitations: InvitationStore
  readonly keys: KeyStore
  readonly library: LibraryStore
  /** Null: this database has one gateway, whose memory is enough. */
  readonly limitUses: LimitUses | null
  readonly members: MemberStore
  readonly modelSetup: ModelSetupStore
  readonly openRequests: OpenRequestStore
  readonly operatorPrices: OperatorPriceStore
  readonly pages: PageStore
  readonly priceCatalogs: PriceCatalogStore
  readonly providerKeys: ProviderKeyStore
  readonly providers: ProviderStore
  readonly requests: RequestStore
  readonly responses: ResponseStore
  readonly sessions: SessionStore
  readonly settings: TeamSettingsStore
  readonly setUp: SetUpStore
  readonly shares: ShareStore
  readonly signInAttempts: SignInAttemptStore
  readonly singleSignOn: SingleSignOnStore
  readonly teams: TeamStore
  readonly usage: UsageStore
  /** Resolves when the database responds; the caller sets the timeout. */
  ping(): Promise<void>
  /** The schema of the database and of this version: a newer version may have migrated it since. */
  schemaState(): Promise<SchemaState>
  /**
   * Calls the listener within a second after any process changed keys or settings, and after an outage in which
   * changes may have been missed. Returns a function that stops it.
   */
  onChange(listener: () => void): () => void
  /**
   * Sends up to 4,000 characters to all processes on this database, this one included; lost for those that are not
   * connected. SQLite has one gateway: nothing is sent.
   */
  broadcast(text: string): Promise<void>
  /** Calls the listener with every text; returns a function that stops it. */
  onBroadcast(listener: (text: string) => void): () => void
  close(): Promise<void>
}

/**
 * Opens the store and migrates its tables.
 * @throws Error if it is unreachable, or a newer version wrote it that this one cannot work with
 */
export async function openStore({ dataDir, databaseUrl }: StoreOptions): Promise<Store> {
  const backend = await openBackend(dataDir, databaseUrl)
  return {
    kind: backend.kind,
    accounts: createAccountStore(backend),
    audit: createAuditStore(backend),
    bills: createBillStore(backend),
    bodies: createLoggedBodyStore(backend),
    budgets: createBudgetStore(backend),
    invitations: createInvitationStore(backend),
    keys: createKeyStore(backend),
    library: createLibraryStore(backend),
    limitUses: createLimitUses(backend),
    members: createMemberStore(backend),
    modelSetup: createModelSetupStore(backend),
    openRequests: createOpenRequestStore(backend),
    operatorPrices: createOperatorPriceStore(backend),
    pages: createPageStore(backend),
    priceCatalogs: createPriceCatalogStore(backend),
    providerKeys: createProviderKeyStore(backend),
    providers: createProviderStore(backend),
    requests: createRequestStore(backend),
    responses: createResponseStore(backend),
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
    schemaState: () => readSchemaState(backend.database),
    onChange: listener => backend.onChange(listener),
    broadcast: text => backend.broadcast(text),
    onBroadcast: listener => backend.onBroadcast(listener),
    close: () => backend.close(),
  }
}

/** An account that may try to sign in. */
interface Account {
  readonly userId: string
  readonly teamId: string
  readonly name: string
  readonly passwordHash: string | null
}

interface AccountStore extends AccountChanges {
  /** The account with this email address, if its user is in a team. */
  findByEmail(email: string): Promise<Account | null>
  /** Names of users, including former members. */
  namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

function createAccountStore(backend: Backend): AccountStore {
  const { database } = backend
  return {
    ...createAccountChanges(backend),

    async findByEmail(email) {
      const row = await database
        .selectFrom('users')
        .innerJoin('memberships', 'memberships.userId', 'users.id')
        .select(['users.id as userId', 'memberships.teamId', 'users.name', 'users.passwordHash'])
        .where('users.email', '=', toStorable(email))
        .orderBy('memberships.createdAt')
        .executeTakeFirst()
      return row ?? null
    },

    async namesOf(userIds) {
      const ids = [...new Set(userIds)]
      if (ids.length === 0) return new Map()
      const rows = await database.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
  }
}

/** Account fields that users can view and change. */
interface AccountChanges {
  /** Null if the user does not exist. */
  get(userId: string): Promise<{
    readonly name: string
    readonly email: string | null
    readonly passwordHash: string | null
    /** Identity provider; null: none yet. */
    readonly issuer: string | null
  } | null>
  /** @throws ApiError `invalid_value` with param `name` */
  rename(input: { userId: string; teamId: string; name: string; actor: Actor }): Promise<void>
  /**
   * Replaces the password and ends the user's other sessions.
   * @param formerHash the verified hash: if the account's hash has changed, nothing is updated
   * @returns number of ended sessions; null if nothing changed
   */
  changePassword(input: {
    userId: string
    teamId: string
    formerHash: string
    passwordHash: string
    /** The session to keep. */
    sessionId: string | null
    actor: Actor
  }): Promise<number | null>
}

function createAccountChanges(backend: Backend): AccountChanges {
  const { database } = backend
  return {
    async get(userId) {
      const row = await database
        .selectFrom('users')
        .select(['name', 'email', 'passwordHash', 'issuer'])
        .where('id', '=', userId)
        .executeTakeFirst()
      return row ?? null
    },

    rename({ userId, teamId, name: given, actor }) {
      const name = toStorable(readPersonName(given))
      return inTransaction(backend, async transaction => {
        const { name: former } = await transaction
          .selectFrom('users')
          .select('name')
          .where('id', '=', userId)
          .executeTakeFirstOrThrow()
        if (former === name) return
        await transaction.updateTable('users').set({ name }).where('id', '=', userId).execute()
        await recordChange(transaction, teamId, actor, {
          action: 'account.change',
          target: userId,
          before: { name: former },
          after: { name },
        })
        await raiseRevision(backend, transaction, teamId)
      })
    },

    changePassword({ userId, teamId, formerHash, passwordHash, sessionId, actor }) {
      return inTransaction(backend, async transaction => {
        const changed = await transaction
          .updateTable('users')
          .set({ passwordHash })
          .where('id', '=', userId)
          .where('passwordHash', '=', formerHash)
          .returning('id')
          .executeTakeFirst()
        if (changed === undefined) return null
        const ended = await transaction
          .updateTable('sessions')
          .set({ revokedAt: Date.now() })
          .where('userId', '=', userId)
          .where('id', '!=', sessionId ?? '')
          .where('revokedAt', 'is', null)
          .where('expiresAt', '>', Date.now())
          .returning('id')
          .execute()
        await recordChange(transaction, teamId, actor, {
          action: 'account.change',
          target: userId,
          after: { password: 'changed', endedSessions: ended.length },
        })
        await raiseRevision(backend, transaction, teamId)
        return ended.length
      })
    },
  }
}

type SetUpProof = { readonly by: 'link'; readonly secret: string } | { readonly by: 'operator' }

interface SetUpStore {
  /** Whether an owner can sign in. */
  isDone(teamId: string): Promise<boolean>
  /** The secret of a new link, valid for one hour or until setup is complete. */
  makeLink(teamId: string): Promise<string>
  /** Whether this link is valid. */
  isGood(teamId: string, secret: string): Promise<boolean>
  /**
   * Turns the placeholder owner of open mode into a person who can sign in: of simultaneous attempts, one
   * succeeds.
   * @returns the owner's user id
   * @throws ApiError `link_not_valid` for an invalid, expired or used link, and if an owner can already sign in
   */
  claim(input: {
    teamId: string
    proof: SetUpProof
    account: NewAccount
    address: string | null
  }): Promise<string>
  /** Creates an owner for the operator: the first, another, or one who lost the password. */
  makeOwner(teamId: string, account: NewAccount): Promise<'made' | 'changed'>
}

const linkLifeMs = 60 * 60_000

function createSetUpStore(backend: Backend): SetUpStore {
  const { database } = backend

  async function findGood(from: typeof database, teamId: string, secret: string): Promise<boolean> {
    const links = await from
      .selectFrom('setupLinks')
      .select('hash')
      .where('teamId', '=', teamId)
      .where('expiresAt', '>', Date.now())
      .execute()
    const given = hashLinkSecret(secret)
    return links.filter(link => isSameHash(link.hash, given)).length > 0
  }

  return {
    async isDone(teamId) {
      return (await findPlaceholderOwner(database, teamId)) === null
    },

    async makeLink(teamId) {
      const { secret, hash } = makeLinkSecret()
      const createdAt = Date.now()
      const row = { hash, teamId, createdAt, expiresAt: createdAt + linkLifeMs }
      await backend.write(() => database.insertInto('setupLinks').values(row).execute())
      return secret
    },

    async isGood(teamId, secret) {
      return (
        (await findGood(database, teamId, secret)) && (await findPlaceholderOwner(database, teamId)) !== null
      )
    },

    claim({ teamId, proof, account, address }) {
      return inTransaction(backend, async transaction => {
        await lockTeam(backend, transaction, teamId)
        const userId = await findPlaceholderOwner(transaction, teamId)
        const proven = proof.by === 'operator' || (await findGood(transaction, teamId, proof.secret))
        if (userId === null || !proven) throw linkNotValid()
        await transaction
          .updateTable('users')
          .set({ email: account.email, name: toStorable(account.name), passwordHash: account.passwordHash })
          .where('id', '=', userId)
          .execute()
        await transaction.deleteFrom('setupLinks').where('teamId', '=', teamId).execute()
        const actor: Actor = { id: userId, name: account.name, address }
        await recordChange(transaction, teamId, actor, {
          action: 'team.set_up',
          target: userId,
          after: { email: account.email, by: proof.by },
        })
        return userId
      })
    },

    makeOwner: (teamId, account) => makeOwner(backend, teamId, account),
  }
}

function linkNotValid(): ApiError {
  return new ApiError(
    'link_not_valid',
    'This link is not valid: it was used, has expired, or is incomplete. Ask for a new one.',
  )
}

/**
 * Recovery for operators when no one can sign in: an owner with this email address and password, new or replacing
 * the account's. Sessions of the old password end.
 */
function makeOwner(backend: Backend, teamId: string, account: NewAccount): Promise<'made' | 'changed'> {
  const { email, name, passwordHash } = account
  return inTransaction(backend, async transaction => {
    await lockTeam(backend, transaction, teamId)
    const now = Date.now()
    const known = await transaction
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()
    const userId = known?.id ?? makeId('user')
    if (known === undefined) {
      const nothing = { issuer: null, subject: null, lastSeenAt: null }
      await transaction
        .insertInto('users')
        .values({ id: userId, email, name: toStorable(name), createdAt: now, passwordHash, ...nothing })
        .execute()
    } else {
      await transaction.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
      await transaction
        .updateTable('sessions')
        .set({ revokedAt: now })
        .where('userId', '=', userId)
        .where('revokedAt', 'is', null)
        .execute()
    }
    await transaction
      .insertInto('memberships')
      .values({ teamId, userId, role: 'owner', sessionEpoch: 0, createdAt: now })
      .onConflict(conflict =>
        conflict
          .columns(['teamId', 'userId'])
          .doUpdateSet(({ eb }) => ({ role: 'owner', sessionEpoch: eb('memberships.sessionEpoch', '+', 1) })),
      )
      .execute()
    await recordChange(transaction, teamId, operator, {
      action: known === undefined ? 'member.join' : 'member.role',
      target: userId,
      after: { role: 'owner', email },
    })
    await raiseRevision(backend, transaction, teamId)
    return known === undefined ? 'made' : 'changed'
  })
}
