import { ApiError } from '#lib/errors.ts'
import type { NewAccount } from './account.ts'
import { type Actor, recordChange } from './audit.ts'
import type { Backend } from './backend.ts'
import { inTransaction, lockTeam } from './in-transaction.ts'
import { hashLinkSecret, isSameHash, makeLinkSecret } from './link-secret.ts'
import { makeOwner } from './make-owner.ts'
import { findPlaceholderOwner } from './placeholder-owner.ts'
import { toStorable } from './to-storable.ts'

export type SetUpProof = { readonly by: 'link'; readonly secret: string } | { readonly by: 'operator' }

export interface SetUpStore {
  /** Whether an owner can sign in. */
  isDone(teamId: string): Promise<boolean>
  /** The secret of a new link, good for one hour or until the set-up is done. */
  makeLink(teamId: string): Promise<string>
  /** Whether this link would be taken. */
  isGood(teamId: string, secret: string): Promise<boolean>
  /**
   * Makes the owner that open mode stood in for a person who can sign in: of any number who try at once, one does.
   * @returns the owner's user id
   * @throws ApiError `link_not_valid` for a wrong, old or used link and where an owner can sign in already
   */
  claim(input: {
    teamId: string
    proof: SetUpProof
    account: NewAccount
    address: string | null
  }): Promise<string>
  /** An owner by the word of the operator: the first, another, or one who lost the password. */
  makeOwner(teamId: string, account: NewAccount): Promise<'made' | 'changed'>
}

const linkLifeMs = 60 * 60_000

export function createSetUpStore(backend: Backend): SetUpStore {
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
    'This link is not valid: it was used, has expired, or was cut. Ask for a new one.',
  )
}
