import {
  createResident,
  type Loadable,
  type Resident,
  type ResidentSettings,
  type Runnable,
} from './resident.ts'

/** Small models, all in memory at the same time. */
export interface Residents<Entry extends Loadable, Runner extends Runnable> extends Pick<
  Resident<Entry, Runner>,
  'use' | 'loadingReason' | 'unload' | 'close'
> {
  readonly loadedIds: readonly string[]
}

export function createResidents<Entry extends Loadable, Runner extends Runnable>(
  settings: ResidentSettings<Entry, Runner>,
): Residents<Entry, Runner> {
  const byId = new Map<string, Resident<Entry, Runner>>()
  return {
    get loadedIds() {
      return Array.from(byId.values()).flatMap(({ loaded }) => loaded?.id ?? [])
    },
    async use(entry, onLoading) {
      const resident = byId.get(entry.id) ?? createResident(settings)
      byId.set(entry.id, resident)
      return await resident.use(entry, onLoading)
    },
    loadingReason(id) {
      return byId.get(id)?.loadingReason(id) ?? null
    },
    async unload(id) {
      const results = await Promise.all(byId.values().map(async resident => await resident.unload(id)))
      return results.every(unloaded => unloaded)
    },
    async close() {
      await Promise.all(byId.values().map(async resident => await resident.close()))
    },
  }
}
