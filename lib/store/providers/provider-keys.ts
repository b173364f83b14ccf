import type { Backend } from '#lib/store/core/backend.ts'
import { inTransaction } from '#lib/store/core/in-transaction.ts'
import { locationOf, sealedKeysOf, toKeyColumns } from './provider-row.ts'
import { raiseRevision } from '#lib/store/core/raise-revision.ts'
import type { SecretBox, SecretLocation } from '#lib/store/core/secret-box.ts'

export interface ProviderKeyStore {
  /**
   * Verifies that stored keys can be decrypted, and stores a check value for the next start.
   * @throws Error that says what ENCRYPTION_KEY is missing
   */
  check(teamId: string, box: SecretBox): Promise<void>
  /**
   * Re-encrypts every key of every team with the first key of the box.
   * @returns number of re-encrypted keys, and names of providers whose key cannot be decrypted
   */
  reencrypt(box: SecretBox): Promise<{ readonly changed: number; readonly lost: readonly string[] }>
}

const proof = 'sextant'

export function createProviderKeyStore(backend: Backend): ProviderKeyStore {
  const { database } = backend
  return {
    async check(teamId, box) {
      const kept = await database
        .selectFrom('encryptionChecks')
        .select('sealed')
        .where('teamId', '=', teamId)
        .executeTakeFirst()
      if (kept !== undefined && box.open(kept.sealed, proofLocation(teamId)) === proof) return
      if (kept !== undefined && (await hasKeys(teamId))) throw wrongKey(box, kept.sealed)
      // Without stored keys nothing is lost: the key may be new.
      const sealed = box.seal(proof, proofLocation(teamId))
      await backend.write(() =>
        database
          .insertInto('encryptionChecks')
          .values({ teamId, sealed })
          .onConflict(conflict => conflict.column('teamId').doUpdateSet({ sealed }))
          .execute(),
      )
    },

    reencrypt: box =>
      inTransaction(backend, async transaction => {
        const lost: string[] = []
        const teams = new Set<string>()
        const rows = await transaction
          .selectFrom('providers')
          .selectAll()
          .where('sealedKey', 'is not', null)
          .execute()
        let changed = 0
        for (const row of rows) {
          const keys = sealedKeysOf(row).map(kept => {
            const key = box.open(kept.sealed, locationOf(row))
            if (key === null || box.isCurrent(kept.sealed))
              return { kept, isLost: key === null, isNew: false }
            return { kept: { ...kept, sealed: box.seal(key, locationOf(row)) }, isLost: false, isNew: true }
          })
          if (keys.some(({ isLost }) => isLost)) lost.push(row.name)
          const renewed = keys.filter(({ isNew }) => isNew).length
          if (renewed === 0) continue
          changed += renewed
          teams.add(row.teamId)
          await transaction
            .updateTable('providers')
            .set(toKeyColumns(keys.map(({ kept }) => kept)))
            .where('teamId', '=', row.teamId)
            .where('id', '=', row.id)
            .execute()
        }
        for (const { teamId, sealed } of await transaction
          .selectFrom('encryptionChecks')
          .selectAll()
          .execute()) {
          // A check value that does not decrypt still indicates lost keys.
          if (box.isCurrent(sealed) || box.open(sealed, proofLocation(teamId)) === null) continue
          await transaction
            .updateTable('encryptionChecks')
            .set({ sealed: box.seal(proof, proofLocation(teamId)) })
            .where('teamId', '=', teamId)
            .execute()
        }
        for (const teamId of teams) await raiseRevision(backend, transaction, teamId)
        return { changed, lost }
      }),
  }

  async function hasKeys(teamId: string): Promise<boolean> {
    const row = await database
      .selectFrom('providers')
      .select('id')
      .where('teamId', '=', teamId)
      .where('sealedKey', 'is not', null)
      .executeTakeFirst()
    return row !== undefined
  }
}

function proofLocation(teamId: string): SecretLocation {
  return { teamId, connectionId: 'check', origin: 'check' }
}

function wrongKey(box: SecretBox, sealed: string): Error {
  const stored = sealed.split('.')[1] ?? '?'
  return new Error(
    `ENCRYPTION_KEY (${box.keyIds.join(', ')}) cannot decrypt the provider keys in the database, which are encrypted with ` +
      `a key named ${stored}. Append that key: ENCRYPTION_KEY=new:<base64>,${stored}:<base64>, then run ` +
      '`npm run -s sextant -- secrets reencrypt`. A key that Sextant generated is in secrets.json of the data folder.',
  )
}
