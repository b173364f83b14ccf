import 'server-only'
import { requirePageMember } from '#lib/console/auth/page-member.ts'
import { settings } from '#lib/console/core/loaded-config.ts'
import { store } from '#lib/console/core/store.ts'

/** Items in the team's library, without a request in the log; null: another server has the library. */
export async function readLibraryItems(): Promise<number | null> {
  const { teamId } = await requirePageMember()
  if (settings().remote !== null) return null
  const { library } = await store()
  return (await library.measure(teamId)).items
}
