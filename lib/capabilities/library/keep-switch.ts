import type { LibraryStore } from './library-store.ts'

/** Caches each team's setting "save everything". */
export interface KeepSwitch {
  readonly read: (teamId: string) => Promise<boolean>
  set(teamId: string, keeps: boolean, keyId: string): Promise<void>
  /** Settings may have changed elsewhere. */
  readonly forget: () => void
}

// Bounds memory with very many teams.
const teamsMax = 1000

export function createKeepSwitch(
  store: Pick<LibraryStore, 'keepsEverything' | 'setKeepsEverything'>,
): KeepSwitch {
  const known = new Map<string, Promise<boolean>>()

  return {
    async read(teamId) {
      const there = known.get(teamId)
      if (there !== undefined) return await there
      const reading = store.keepsEverything(teamId)
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
      await store.setKeepsEverything(teamId, keeps, keyId)
      known.clear()
    },
    forget: () => known.clear(),
  }
}
