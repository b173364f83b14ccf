import type { Config } from '#lib/config.ts'
import type { Store } from '#lib/store/store.ts'
import { ensureInitialKey } from './ensure-initial-key.ts'
import type { Log } from './log.ts'

/** The team with its owner, the key that the environment names, and a way in for the first administrator. */
export async function prepareTeam(
  store: Store,
  config: Pick<Config, 'auth' | 'signIn' | 'appUrl' | 'initialApiKey'>,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  await ensureInitialKey(store, config.initialApiKey)
  const { teamId } = await store.teams.openModeOwner()
  if (config.auth === 'open' || (await store.setUp.isDone(teamId))) return
  const { admin, passwords } = config.signIn
  if (admin?.passwordHash) {
    const account = { email: admin.email, name: 'Administrator', passwordHash: admin.passwordHash }
    await store.setUp
      .claim({ teamId, proof: { by: 'operator' }, account, address: null })
      .catch(async (error: unknown) => {
        // Another gateway that starts at the same time was first.
        if (!(await store.setUp.isDone(teamId))) throw error
      })
    return log.info(`${admin.email} is the first administrator, with the password of ADMIN_PASSWORD_HASH`)
  }
  if (!passwords) {
    const who = admin?.email ?? 'the address in ADMIN_EMAIL, which is missing,'
    return log.warn(`${who} becomes the first administrator by signing in`)
  }
  const secret = await store.setUp.makeLink(teamId)
  // On a level that is hardly ever switched off: without it nobody can come in.
  log.warn(`Set up Sextant within an hour: ${config.appUrl ?? ''}/set-up#${secret}`)
}
