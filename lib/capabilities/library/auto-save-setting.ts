import type { LibraryStore } from './library-store.ts'

/** Caches each team's setting "save everything". */
export interface AutoSaveSetting {
  readonly read: (teamId: string) => Promise<boolean>
  set(teamId: string, keeps: boolean, keyId: string): Promise<void>
  /** Settings may have changed elsewhere. */
  readonly forget: () => void
}

// Bounds memory with very many teams.
const teamsMax = 1000

export function createAutoSaveSetting(
  store: Pick<LibraryStore, 'savesEverything' | 'setSavesEverything'>,
): AutoSaveSetting {
  const known = new Map<string, Promise<boolean>>()

  return {
    async read(teamId) {
      const there = known.get(teamId)
      if (there !== undefined) return await there
      const reading = store.savesEverything(teamId)
      if (known.size >= teamsMax) known.clear()
      known.set(teamId, reading)
      try {
        return await reading
      } catch (error) {
        known.delete(teamId)
        throw error
      }
    },
    async set(teamId, keeps, keyId) {
      await store.setSavesEverything(teamId, keeps, keyId)
      known.clear()
    },
    forget: () => known.clear(),
  }
}
