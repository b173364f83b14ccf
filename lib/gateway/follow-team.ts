import type { Store } from '#lib/store/core/store.ts'
import { prepareTeam, printSetUp, type TeamLog, type TeamSettings } from './prepare-team.ts'

/**
 * Prepares the team and prints the sign-in instructions of its first owner, again for the next team after
 * this one is deleted. Ends with the store.
 */
export async function followTeam(store: Store, config: TeamSettings, log: TeamLog): Promise<void> {
  const prepare = async (): Promise<void> => {
    await prepareTeam(store, config, log)
    await printSetUp(store, config, log)
  }
  await prepare()
  let { teamId: known } = await store.teams.openModeOwner()
  const look = async (): Promise<void> => {
    const { teamId } = await store.teams.openModeOwner()
    if (teamId === known) return
    // Immediately: the next change may arrive while this one is prepared.
    known = teamId
    await prepare()
  }
  const onFault = (error: unknown) =>
    log.warn({ err: error }, 'could not prepare a new team; restart the server')
  store.onChange(() => void look().catch(onFault))
}
