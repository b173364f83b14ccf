import type { Config } from '#lib/config.ts'
import type { Store } from '#lib/store/core/store.ts'
import type { Log } from './log.ts'
import { defaultScopes } from '#lib/contracts/core/contract.ts'

export type TeamSettings = Pick<Config, 'auth' | 'signIn' | 'appUrl' | 'initialApiKey'>
export type TeamLog = Pick<Log, 'info' | 'warn'>

const changedDefaults =
  'This version changed defaults: uploads require a key, except without sign-in on loopback (UPLOAD_AUTH); ' +
  'new keys start with 600 requests and 2,000,000 tokens per minute and 20 concurrent requests (Settings → Team), and existing keys keep their limits; ' +
  'requests that name no model use the default models of the page Providers instead of the first configured provider (defaults in sextant.yaml). ' +
  'See CHANGELOG.md.'

/**
 * Ensures that the team exists with its owner, the key from the environment, and the first owner from the
 * environment. After an upgrade that changed defaults, it says so once.
 */
export async function prepareTeam(store: Store, config: TeamSettings, log: TeamLog): Promise<void> {
  await ensureInitialKey(store, config.initialApiKey)
  const { teamId } = await store.teams.openModeOwner()
  if (await store.settings.takeChangedDefaults(teamId)) log.warn(changedDefaults)
  const { admin } = config.signIn
  if (config.auth === 'open' || !admin?.passwordHash || (await store.setUp.isDone(teamId))) return
  const account = { email: admin.email, name: 'Administrator', passwordHash: admin.passwordHash }
  await store.setUp
    .claim({ teamId, proof: { by: 'operator' }, account, address: null })
    .catch(async (error: unknown) => {
      // Another gateway that starts at the same time was first.
      if (!(await store.setUp.isDone(teamId))) throw error
    })
  log.info(`${admin.email} is the first owner, with the password of ADMIN_PASSWORD_HASH`)
}

/**
 * Prints the sign-in instructions of a team's first owner, only once the gateway listens: if another program
 * had the port, the link would hand it the team.
 */
export async function printSetUp(store: Store, config: TeamSettings, log: TeamLog): Promise<void> {
  const { teamId } = await store.teams.openModeOwner()
  if (config.auth === 'open' || (await store.setUp.isDone(teamId))) return
  const { admin, passwords } = config.signIn
  if (!passwords) {
    const who = admin?.email ?? 'the address in ADMIN_EMAIL, which is missing,'
    return log.warn(`${who} becomes the first owner by signing in`)
  }
  const secret = await store.setUp.makeLink(teamId)
  // Logged at a level that is rarely disabled, because the first sign-in needs it.
  log.warn(`Set up Sextant within an hour: ${config.appUrl ?? ''}/set-up#${secret}`)
}

/** Stores the key from the environment at the first start; later starts find it. */
async function ensureInitialKey(store: Store, token: string | null): Promise<void> {
  const owner = await store.teams.openModeOwner()
  if (token === null) return
  await store.keys.ensure({
    teamId: owner.teamId,
    ownerId: owner.userId,
    name: 'SEXTANT_INITIAL_API_KEY',
    kind: 'api',
    scopes: defaultScopes,
    token,
  })
}
