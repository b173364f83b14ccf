import type { Store } from '#lib/store/store.ts'
import type { Log } from './log.ts'

/**
 * Prepares the team, and, once it was deleted, the next one just so: whoever reads the log finds the link that sets it
 * up. It ends with the store.
 */
export async function followTeam(
  store: Pick<Store, 'teams' | 'onChange'>,
  log: Pick<Log, 'warn'>,
  prepare: () => Promise<void>,
): Promise<void> {
  await prepare()
  let { teamId: known } = await store.teams.openModeOwner()
  const look = async (): Promise<void> => {
    const { teamId } = await store.teams.openModeOwner()
    if (teamId === known) return
    // At once: the next change is told while this one is prepared.
    known = teamId
    await prepare()
  }
  const onFault = (error: unknown) =>
    log.warn({ err: error }, 'a new team could not be prepared: start again')
  store.onChange(() => void look().catch(onFault))
}
