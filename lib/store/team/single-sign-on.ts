import type { Transaction } from 'kysely'
import { recordChange } from './audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { makeId } from '#lib/store/core/id.ts'
import { inTransaction, lockTeam } from '#lib/store/core/in-transaction.ts'
import { findPlaceholderOwner } from '#lib/store/placeholder-owner.ts'
import type { Role } from './roles.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'

/** A user authenticated by an identity provider. */
export interface SsoIdentity {
  readonly issuer: string
  readonly subject: string
  /** In lower case, and only if the provider says that it is verified. */
  readonly verifiedEmail: string | null
  readonly name: string
}

export interface SingleSignOnRules {
  /** Domains whose addresses match accounts and join automatically. */
  readonly domains: readonly string[]
  /** Email address of the first owner. */
  readonly adminEmail: string | null
  /** Whether this user joins whatever the domain: a member of the configured organization. */
  readonly joins?: boolean
}

export interface SingleSignOnStore {
  /**
   * The member for an SSO identity: by issuer and subject; else by a verified email address of an account in an
   * allowed domain, the first owner, an invitation or an allowed domain. Null: no match, or a removed user who
   * was not invited since.
   */
  signIn(input: {
    teamId: string
    who: SsoIdentity
    rules: SingleSignOnRules
    address: string | null
  }): Promise<{ userId: string; teamId: string; name: string } | null>
}

type Membership = { userId: string; teamId: string; name: string }

export function createSingleSignOnStore(backend: Backend): SingleSignOnStore {
  return {
    signIn({ teamId, who, rules, address }) {
      return inTransaction(backend, async transaction => {
        await lockTeam(backend, transaction, teamId)
        const known = await findKnown(transaction, who)
        if (known !== null) return known
        const email = who.verifiedEmail
        if (email === null) return null
        const allowed = rules.domains.includes(email.slice(email.lastIndexOf('@') + 1))
        const account = await findAccount(transaction, email)
        // An email address with an account joins in no other way, or two identities would share it.
        if (account !== null) return allowed ? link(transaction, account, who) : null
        if (email === rules.adminEmail) {
          const claimed = await claim(transaction, teamId, who, address)
          if (claimed !== null) return claimed
        }
        const invited = await takeInvitation(transaction, teamId, email)
        // Otherwise removed users would rejoin immediately.
        const joins = (allowed || rules.joins) && !(await isLeft(transaction, who))
        const role = invited ?? (joins ? 'member' : null)
        if (role === null) return null
        await freeIdentity(transaction, who)
        return join(transaction, { teamId, role, who, email, address })
      })
    },
  }
}

async function findKnown(transaction: Transaction<Schema>, who: SsoIdentity): Promise<Membership | null> {
  const row = await memberships(transaction)
    .where('users.issuer', '=', who.issuer)
    .where('users.subject', '=', toStorable(who.subject))
    .executeTakeFirst()
  return row ?? null
}

/** Whether this user had an account and was removed. */
async function isLeft(transaction: Transaction<Schema>, who: SsoIdentity): Promise<boolean> {
  const row = await transaction
    .selectFrom('users')
    .select('id')
    .where('issuer', '=', who.issuer)
    .where('subject', '=', toStorable(who.subject))
    .executeTakeFirst()
  return row !== undefined
}

/** Earlier activity stays with the old account, which is no longer theirs. */
async function freeIdentity(transaction: Transaction<Schema>, who: SsoIdentity): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ issuer: null, subject: null })
    .where('issuer', '=', who.issuer)
    .where('subject', '=', toStorable(who.subject))
    .execute()
}

async function findAccount(transaction: Transaction<Schema>, email: string): Promise<Membership | null> {
  const row = await memberships(transaction).where('users.email', '=', toStorable(email)).executeTakeFirst()
  return row ?? null
}

function memberships(transaction: Transaction<Schema>) {
  return transaction
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.userId', 'users.id')
    .select(['users.id as userId', 'memberships.teamId', 'users.name'])
    .orderBy('memberships.createdAt')
}

/** Null if the account belongs to another identity. */
async function link(
  transaction: Transaction<Schema>,
  membership: Membership,
  who: SsoIdentity,
): Promise<Membership | null> {
  const unlinked = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', membership.userId)
    .where('issuer', 'is', null)
    .executeTakeFirst()
  if (unlinked === undefined) return null
  await freeIdentity(transaction, who)
  await transaction
    .updateTable('users')
    .set({ issuer: who.issuer, subject: toStorable(who.subject) })
    .where('id', '=', membership.userId)
    .execute()
  return membership
}

async function claim(
  transaction: Transaction<Schema>,
  teamId: string,
  who: SsoIdentity,
  address: string | null,
): Promise<Membership | null> {
  const userId = await findPlaceholderOwner(transaction, teamId)
  if (userId === null) return null
  const { issuer, verifiedEmail: email } = who
  const name = toStorable(who.name)
  await transaction
    .updateTable('users')
    .set({ issuer, subject: toStorable(who.subject), email, name })
    .where('id', '=', userId)
    .execute()
  await transaction.deleteFrom('setupLinks').where('teamId', '=', teamId).execute()
  await recordChange(
    transaction,
    teamId,
    { id: userId, name, address },
    { action: 'team.set_up', target: userId, after: { email, issuer } },
  )
  return { userId, teamId, name }
}

async function takeInvitation(
  transaction: Transaction<Schema>,
  teamId: string,
  email: string,
): Promise<Role | null> {
  const now = Date.now()
  const open = await transaction
    .selectFrom('invitations')
    .select(['id', 'role'])
    .where('teamId', '=', teamId)
    .where('email', '=', toStorable(email))
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
  if (open === undefined) return null
  await transaction.updateTable('invitations').set({ usedAt: now }).where('id', '=', open.id).execute()
  return open.role
}

async function join(
  transaction: Transaction<Schema>,
  person: { teamId: string; role: Role; who: SsoIdentity; email: string; address: string | null },
): Promise<Membership> {
  const { teamId, role, who, email, address } = person
  const [userId, createdAt, name] = [makeId('user'), Date.now(), toStorable(who.name)]
  const subject = toStorable(who.subject)
  await transaction
    .insertInto('users')
    .values({
      id: userId,
      email: toStorable(email),
      name,
      createdAt,
      passwordHash: null,
      issuer: who.issuer,
      subject,
      lastSeenAt: null,
    })
    .execute()
  await transaction
    .insertInto('memberships')
    .values({ teamId, userId, role, sessionEpoch: 0, createdAt })
    .execute()
  await recordChange(
    transaction,
    teamId,
    { id: userId, name, address },
    {
      action: 'member.join',
      target: userId,
      after: { role, email, issuer: who.issuer },
    },
  )
  return { userId, teamId, name }
}
